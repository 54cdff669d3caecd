"""`seismograd demo`: check, its fixes and a reproduction on a small faulty project."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import tempfile
from pathlib import Path

from seismograd.cli import check, check_options
from seismograd.cli.demo_narration import Narration
from seismograd.cli.demo_reproduction import reproduce_a_report
from seismograd.cli.terminal import add_colour_argument, style_for
from seismograd.cli.trouble import SUCCESS

PROJECT = Path(__file__).parent / "demo_project"
EXAMPLES = """examples:
  seismograd demo                   check, fix, and reproduce a reported bug, in a temporary folder
  seismograd demo --keep FOLDER     the same in a new folder that stays, to play with
  seismograd demo --quick           without the reproduction: nothing is run
"""
_STEPS = (
    ("What is wrong with this project?", ["."]),
    ("Which of it can be mended safely?", ["--diff", "."]),
    ("Apply the safe fixes and see what is left:", ["--fix", "."]),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keep", metavar="FOLDER", help="put the project here and leave it")
    parser.add_argument("--quick", action="store_true", help="leave out the reproduction")
    parser.add_argument("--python", metavar="P", help="the interpreter for the reproduction")
    add_colour_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    narration = Narration(style_for(arguments.colour, sys.stdout))
    with contextlib.ExitStack() as stack:
        folder = arguments.keep or stack.enter_context(tempfile.TemporaryDirectory())
        project = Path(folder, "digits")
        shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("__pycache__"))
        stack.enter_context(contextlib.chdir(project))
        for title, words in _STEPS:
            _check(narration, title, words, arguments.colour)
        if arguments.quick:
            return SUCCESS
        return reproduce_a_report(narration, arguments.python, arguments.colour)


def _check(narration: Narration, title: str, words: list[str], colour: str) -> None:
    narration.step(title, f"seismograd check {' '.join(words)}")
    parser = argparse.ArgumentParser()
    check_options.add_arguments(parser)
    check.run(parser.parse_args([*words, "--color", colour]))
