"""Keras programs: from logged calls to networks, losses, optimisers and training."""

from __future__ import annotations

from seismograd.program.keras.read_loops import read_loops
from seismograd.program.keras.read_networks import read_networks
from seismograd.program.keras.read_training import read_training
from seismograd.program.model import Program
from seismograd.source.evaluate.interpreter import Interpreter


def read(run: Interpreter, program: Program) -> None:
    """Add what a run shows of Keras to a program."""
    networks = read_networks(run, program)
    read_training(run, program, networks)
    read_loops(run, program, networks)
