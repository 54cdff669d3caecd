"""`seismograd show`: print what was understood of a file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from seismograd.cli.terminal import write
from seismograd.cli.trouble import SUCCESS, UsageError
from seismograd.program import read_program
from seismograd.reports.program import program_json, program_text
from seismograd.source.document import Document, UnreadableSource
from seismograd.source.project_root import project_root
from seismograd.source.source_file import read_source
from seismograd.source.workspace import Workspace

EXAMPLES = """examples:
  seismograd show train.py                  networks, losses, optimisers, loops, as tables
  seismograd show --format json train.py    the same for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a Python file or a notebook")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(arguments: argparse.Namespace) -> int:
    path = os.path.abspath(arguments.file)
    workspace = Workspace([project_root(path, os.getcwd())])
    document = _document(path, arguments.file)
    workspace.open(document)
    program = read_program(workspace, document)
    write(program_json(program) if arguments.format == "json" else program_text(program))
    return SUCCESS


def _document(path: str, given: str) -> Document:
    try:
        return Document(path, read_source(path, Path(path).read_bytes()).text)
    except OSError as error:
        raise UsageError(f"{given}: {error.strerror}") from error
    except UnreadableSource as error:
        raise UsageError(f"{given}: {error}") from error
