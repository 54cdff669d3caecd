"""Activations that may be too much, those on the output first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.activation_edits import removal_edits
from seismograd.repair.layers.activation_sites import ActivationSite, activation_sites
from seismograd.repair.layers.output_activations import COMPETING
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value

REMOVED = "removed"


class ActivationRemove(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        sites = activation_sites(context.program)
        for site in sorted(sites, key=lambda site: not site.is_output):
            name = f"{site.op} after {site.name}"
            write = partial(_write, site, context)
            choices = Choices((REMOVED,))
            found = Parameter(name, FaultType.ARM, "", choices, write, choices.options,
                              unbounds_loss=site.is_output and site.op in COMPETING)  # fmt: skip
            yield from offered(context, found, REMOVED)


def _write(site: ActivationSite, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return removal_edits(site, context)
