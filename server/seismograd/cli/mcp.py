"""`seismograd mcp`: serve check, run, diagnose, repair, reproduce and more to AI assistants."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys

from seismograd.cli.mcp_roots import Roots
from seismograd.cli.trouble import UsageError
from seismograd.garbage import IN_AN_EDITOR, collect_seldom
from seismograd.private_stdout import claim_stdout
from seismograd.settings_file import SANDBOXES

EXAMPLES = """examples:
  seismograd mcp                            on standard input and output, as assistants start it
  seismograd mcp --root ~/project           look below this folder only
  seismograd mcp --allow-run                run, diagnose, repair and reproduce, too, in a sandbox

Assistants that speak the Model Context Protocol start it themselves; their configuration names it:
  {"mcpServers": {"seismograd": {"command": "seismograd", "args": ["mcp"]}}}

It reads code, changes nothing in it and sends nothing anywhere. It runs nothing without
--allow-run. While a bug is reproduced, the language model of the assistant's own application is
asked for a second opinion, where that application offers it (sampling).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--root",
        action="append",
        metavar="FOLDER",
        help="a folder to look at; can be repeated (default: this folder)",
    )
    parser.add_argument(
        "--allow-run",
        action="store_true",
        help="let run, diagnose, repair and reproduce start scripts of these folders, in a sandbox",
    )
    parser.add_argument(
        "--python", metavar="P", help="with --allow-run: the interpreter that has your packages"
    )
    parser.add_argument(
        "--sandbox",
        choices=SANDBOXES,
        help="with --allow-run: where scripts run (default: auto; reproducing never takes process "
        "by itself)",
    )


def run(arguments: argparse.Namespace) -> int:
    roots = Roots([_folder(root) for root in arguments.root or [os.getcwd()]])
    from seismograd.cli.mcp_tools import service
    from seismograd.mcp.server import serve
    from seismograd.redaction.log_format import RedactingFormatter

    if sys.stdin is None:
        raise UsageError("standard input is closed")
    # Nothing is left to save, and the thread that works must not delay the end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(RedactingFormatter())
    options = {"python": arguments.python, "sandbox": arguments.sandbox}
    offered = service(roots, may_run=arguments.allow_run, options=options)
    collect_seldom(IN_AN_EDITOR)
    serve(offered, sys.stdin.buffer, claim_stdout())
    offered.close()
    sys.stderr.flush()
    os._exit(0)


def _folder(path: str) -> str:
    if not os.path.isdir(path):
        raise UsageError(f"no such folder: {path}")
    return os.path.abspath(path)
