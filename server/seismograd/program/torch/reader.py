"""PyTorch programs: from logged calls to networks, losses, optimisers and loops."""

from __future__ import annotations

from seismograd.program.model import Program
from seismograd.program.torch.read_data import read_loaders
from seismograd.program.torch.read_loops import read_evaluations, read_training
from seismograd.program.torch.read_networks import read_networks
from seismograd.program.torch.read_training import read_losses, read_optimisers, read_schedulers
from seismograd.source.evaluate.interpreter import Interpreter


def read(run: Interpreter, program: Program) -> None:
    """Add what a run shows of PyTorch to a program."""
    networks = read_networks(run, program)
    read_losses(run, program, networks)
    read_optimisers(run, program, networks)
    read_schedulers(run, program)
    read_loaders(run, program)
    read_training(run, program, networks)
    read_evaluations(run, program, networks)
