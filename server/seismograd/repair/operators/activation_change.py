"""Other activations: each where it stands, and all hidden ones of a network at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.activation_edits import activation_edits, options_of
from seismograd.repair.layers.activation_sites import ActivationSite, activation_sites
from seismograd.repair.layers.layer_names import of_network
from seismograd.repair.layers.output_activations import (
    ANY,
    COMPETING,
    LOG_PROBABILITIES,
    OF_PROBABILITIES,
    output_options,
    want_logarithms,
)
from seismograd.repair.losses.loss_targets import TargetKind, targets_of
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value

HIDDEN = ("relu", "gelu", "leaky_relu", "tanh", "elu", "sigmoid")
"""In the order in which they most often repair a training."""
SATURATING = "sigmoid"
"""In hidden layers: gradients shrink to a quarter, at best, with each one."""
LOGARITHM = "log"
"""How the names of activations that give logarithms of probabilities begin."""
ALL = "hidden layers"


class ActivationChange(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        """Those of all hidden layers together first: one of them alone is hardly ever a fault."""
        sites = activation_sites(context.program)
        networks = {id(site.network): site.network for site in sites}
        for network in networks.values():
            hidden = [one for one in sites if one.network is network and not one.is_output]
            if len(hidden) > 1:
                name = f"activation of {ALL}{of_network(network, networks.values())}"
                found = _parameter(name, hidden, context)
                yield from offered(context, found, *found.candidates[:1])
        for site in sites:
            found = _parameter(f"activation of {site.name}", [site], context)
            yield from offered(context, found)


def _parameter(name: str, sites: Sequence[ActivationSite], context: RepairContext) -> Parameter:
    old = {site.op for site in sites}
    same = old.pop() if len(old) == 1 else ""
    choices = _options(sites[0], context)
    for site in sites:
        choices = options_of(site, choices)
    options = tuple(one for one in choices if one != same)
    write = partial(_write, sites, context)
    return Parameter(name, FaultType.ACH, same, Choices(options), write, options,
                     unbounds_loss=sites[0].is_output and same in COMPETING,
                     is_unusual=_is_unusual(sites[0], same, context))  # fmt: skip


def _options(site: ActivationSite, context: RepairContext) -> tuple[str, ...]:
    if not site.is_output:
        return HIDDEN
    return output_options(trained_losses(context.program), site.network.output_units)


def _is_unusual(site: ActivationSite, old: str, context: RepairContext) -> bool:
    if not site.is_output:
        return old == SATURATING
    losses = trained_losses(context.program)
    if want_logarithms(losses) and not old.startswith(LOGARITHM):
        return True
    # There a sigmoid in the place of a softmax is all that is needed.
    of_numbers = [one for one in losses if one.kind in OF_PROBABILITIES]
    return old in COMPETING and any(_has_several_labels(one, context) for one in of_numbers)


def _has_several_labels(loss: LossUse, context: RepairContext) -> bool:
    targets = targets_of(loss, context)
    return targets is not None and targets.kind is TargetKind.SEVERAL_LABELS


def _write(
    sites: Sequence[ActivationSite], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    if value not in (*HIDDEN, *ANY, *LOG_PROBABILITIES):
        raise CannotWrite(f"{value} is no activation")
    changed = [site for site in sites if site.op != value]
    edits = [edit for site in changed for edit in activation_edits(site, str(value), context)]
    return tuple(dict.fromkeys(edits))
