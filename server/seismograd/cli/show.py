"""`seismograd show`: print what was understood of a file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from seismograd.cli.terminal import write
from seismograd.cli.trouble import SUCCESS, UsageError
from seismograd.program import read_program
from seismograd.program.model import Program
from seismograd.reports.program import program_json, program_text
from seismograd.reports.report import Report
from seismograd.source.document import Document, UnreadableSource
from seismograd.source.project_root import project_root
from seismograd.source.source_file import SourceFile, read_bytes, read_source
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TookTooLong

EXAMPLES = """examples:
  seismograd show train.py                  networks, losses, optimisers, loops, as tables
  seismograd show --format json train.py    the same for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a Python file or a notebook")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    path = os.path.abspath(arguments.file)
    program, source = understand(path, arguments.file, [project_root(path, os.getcwd())])
    report = Report([], sources={path: source})
    as_json = arguments.format == "json"
    write(program_json(program, report) if as_json else program_text(program, report))
    return SUCCESS


def understand(path: str, given: str, roots: Sequence[str]) -> tuple[Program, SourceFile]:
    """The program of a file, and its text; imports are followed below the roots."""
    source = _source(path, given)
    workspace = Workspace(roots)
    document = Document(path, source.text)
    workspace.open(document)
    try:
        return read_program(workspace, document), source
    except TookTooLong as error:
        raise UsageError(f"{given}: {error}") from error


def _source(path: str, given: str) -> SourceFile:
    try:
        return read_source(path, read_bytes(path))
    except OSError as error:
        raise UsageError(f"{given}: {error.strerror}") from error
    except UnreadableSource as error:
        raise UsageError(f"{given}: {error}") from error
