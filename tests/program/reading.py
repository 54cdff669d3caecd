"""Reading a piece of code as a program, for tests."""

from __future__ import annotations

from textwrap import dedent

from seismograd.program import read_program
from seismograd.program.library import framework_library
from seismograd.program.model import Program
from seismograd.program.units import run_body
from seismograd.source.document import Document
from seismograd.source.evaluate.values import Value
from seismograd.source.workspace import Workspace

TORCH = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
"""


def program_of(code: str, preamble: str = TORCH) -> Program:
    """What is understood of a script."""
    document = Document("/project/script.py", preamble + dedent(code))
    workspace = Workspace(["/project"])
    workspace.open(document)
    return read_program(workspace, document)


def value_of(code: str, name: str = "y", preamble: str = TORCH) -> Value | None:
    """What a name holds at the end of a script."""
    document = Document("/project/script.py", preamble + dedent(code))
    workspace = Workspace(["/project"])
    workspace.open(document)
    interpreter = run_body(workspace, framework_library(), document).interpreter
    module = interpreter.module(document.path)
    assert module is not None
    return interpreter.lookup(name, module.frame)


def line_of(code: str, needle: str, preamble: str = TORCH) -> int:
    """The line on which a text stands in the script that `program_of` reads."""
    lines = (preamble + dedent(code)).splitlines()
    found = [number for number, line in enumerate(lines, start=1) if needle in line]
    assert len(found) == 1, found
    return found[0]
