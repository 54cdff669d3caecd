"""Outputs of classes that compete, though an example may have several of them."""

from __future__ import annotations

from seismograd.program.model import LossUse, Program
from seismograd.repair.layers.activation_sites import ActivationSite, activation_sites
from seismograd.repair.layers.output_activations import COMPETING


def competing_output(loss: LossUse, program: Program) -> ActivationSite | None:
    """The softmax whose output the loss gets; None where the source does not show a single one."""
    sites = [one for one in activation_sites(program) if one.is_output and one.op in COMPETING]
    own = [one for one in sites if one.network is loss.network] or sites
    return own[0] if len(own) == 1 else None
