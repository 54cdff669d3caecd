"""`--read`: what code in a sandbox may read beside its project."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from seismograd.cli.trouble import UsageError


def add_read_argument(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--read",
        action="append",
        default=[],
        metavar="PATH",
        help="data or code outside of the project that it may read",
    )


def readable_from(arguments: argparse.Namespace) -> tuple[Path, ...]:
    return tuple(map(_readable, arguments.read))


def _readable(text: str) -> Path:
    path = Path(os.path.abspath(os.path.expanduser(text)))
    if not path.exists():
        raise UsageError(f"--read {text}: there is no such file or folder")
    return path
