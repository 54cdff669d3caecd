"""Keras programs."""

from __future__ import annotations

from seismograd.program.model import Program
from seismograd.source.evaluate.interpreter import Interpreter


def read(run: Interpreter, program: Program) -> None:
    """Add what a run shows of Keras to a program."""
