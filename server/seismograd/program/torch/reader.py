"""PyTorch programs: from logged calls to networks, losses, optimisers and loops."""

from __future__ import annotations

from seismograd.program.model import Program
from seismograd.program.torch.hand_written_losses import read_hand_written
from seismograd.program.torch.read_data import assign_roles, read_loaders
from seismograd.program.torch.read_evaluations import read_evaluations
from seismograd.program.torch.read_lightning import read_lightning
from seismograd.program.torch.read_loops import read_training
from seismograd.program.torch.read_networks import read_networks
from seismograd.program.torch.read_training import read_losses, read_optimisers, read_schedulers
from seismograd.program.torch.read_transformers import read_transformers
from seismograd.source.evaluate.interpreter import Interpreter


def read(run: Interpreter, program: Program) -> None:
    """Add what a run shows of PyTorch to a program."""
    networks = read_networks(run, program)
    read_losses(run, program, networks)
    read_hand_written(run, program, networks)
    read_optimisers(run, program, networks)
    read_schedulers(run, program)
    read_loaders(run, program)
    read_training(run, program, networks)
    read_lightning(run, program, networks)
    read_transformers(run, program, networks)
    read_evaluations(run, program, networks)
    assign_roles(program)
