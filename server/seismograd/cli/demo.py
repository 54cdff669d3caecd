"""`seismograd demo`: check and its fixes on a small faulty project."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import tempfile
from pathlib import Path

from seismograd.cli import check, check_options
from seismograd.cli.terminal import add_colour_argument, style_for, write
from seismograd.cli.trouble import SUCCESS

PROJECT = Path(__file__).parent / "demo_project"
EXAMPLES = """examples:
  seismograd demo                   check, diff, fix and check again, in a temporary folder
  seismograd demo --keep FOLDER     the same in a new folder that stays, to play with
"""
_STEPS = (
    ("What is wrong with this project?", ["."]),
    ("Which of it can be mended safely?", ["--diff", "."]),
    ("Apply the safe fixes and see what is left:", ["--fix", "."]),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keep", metavar="FOLDER", help="put the project here and leave it")
    add_colour_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    with contextlib.ExitStack() as stack:
        folder = arguments.keep or stack.enter_context(tempfile.TemporaryDirectory())
        shutil.copytree(
            PROJECT, Path(folder, "digits"), ignore=shutil.ignore_patterns("__pycache__")
        )
        stack.enter_context(contextlib.chdir(Path(folder, "digits")))
        for title, words in _STEPS:
            _step(title, words, arguments.colour)
    return SUCCESS


def _step(title: str, words: list[str], colour: str) -> None:
    style = style_for(colour, sys.stdout)
    write(f"\n{style.paint('# ' + title, 'bold')}")
    write(f"{style.paint('$ seismograd check ' + ' '.join(words), 'cyan')}\n")
    parser = argparse.ArgumentParser()
    check_options.add_arguments(parser)
    check.run(parser.parse_args([*words, "--color", colour]))
