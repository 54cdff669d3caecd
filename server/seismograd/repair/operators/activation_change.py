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
from seismograd.repair.losses.competing_output import COMPETING
from seismograd.repair.losses.loss_targets import TargetKind, targets_of
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value

HIDDEN = ("relu", "gelu", "leaky_relu", "tanh", "elu", "sigmoid")
"""In the order in which they most often repair a training."""
SATURATING = "sigmoid"
"""In hidden layers: gradients shrink to a quarter, at best, with each one."""
OUTPUT = ("linear", "softmax", "sigmoid")
FOR_PROBABILITIES = ("sigmoid", "softmax", "linear")
"""Where the loss wants numbers from 0 to 1."""
OF_PROBABILITIES = frozenset({"bce"})
ONLY_FOR_SEVERAL = "softmax"
"""Of an output of one unit it is always one."""
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
    choices = _outputs(sites[0], context) if sites[0].is_output else HIDDEN
    for site in sites:
        choices = options_of(site, choices)
    options = tuple(one for one in choices if one != same)
    write = partial(_write, sites, context)
    return Parameter(name, FaultType.ACH, same, Choices(options), write, options,
                     is_unusual=_is_unusual(sites[0], same, context))  # fmt: skip


def _is_unusual(site: ActivationSite, old: str, context: RepairContext) -> bool:
    if not site.is_output:
        return old == SATURATING
    return old in COMPETING and any(_has_several_labels(one, context) for one in _losses(context))


def _losses(context: RepairContext) -> list[LossUse]:
    """Those that a sigmoid in the place of a softmax is all that is needed for."""
    return [one for one in trained_losses(context.program) if one.kind in OF_PROBABILITIES]


def _has_several_labels(loss: LossUse, context: RepairContext) -> bool:
    targets = targets_of(loss, context)
    return targets is not None and targets.kind is TargetKind.SEVERAL_LABELS


def _outputs(site: ActivationSite, context: RepairContext) -> tuple[str, ...]:
    """What suits the loss comes first."""
    kinds = {loss.kind for loss in trained_losses(context.program)}
    choices = FOR_PROBABILITIES if kinds & OF_PROBABILITIES else OUTPUT
    is_one = site.network.output_units == 1
    return tuple(one for one in choices if not (is_one and one == ONLY_FOR_SEVERAL))


def _write(
    sites: Sequence[ActivationSite], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    if value not in (*HIDDEN, *OUTPUT):
        raise CannotWrite(f"{value} is no activation")
    changed = [site for site in sites if site.op != value]
    edits = [edit for site in changed for edit in activation_edits(site, str(value), context)]
    return tuple(dict.fromkeys(edits))
