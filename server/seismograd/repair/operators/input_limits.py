"""Whether the inputs of a training are so large that they may need scaling."""

from __future__ import annotations

from seismograd.program.numpy.provenance import SMALL
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.trained_networks import trained_networks
from seismograd.traces.data_facts import training_data


def may_need_scaling(context: RepairContext) -> bool:
    """Ids and classes must stay as they are, and small inputs need nothing."""
    seen = training_data(context.history)
    if seen is not None and seen.categorical:
        return False
    networks = trained_networks(context.program)
    if not networks or any(layer.kind == "embedding" for n in networks for layer in n.layers):
        return False
    limits = input_limits(context)
    return limits is None or max(map(abs, limits)) > SMALL


def input_limits(context: RepairContext) -> tuple[float, float] | None:
    """The smallest and the largest input that the run has seen."""
    seen = training_data(context.history)
    facts = seen.inputs[0] if seen is not None and seen.inputs else None
    if facts is None or facts.min is None or facts.max is None:
        return None
    return facts.min, facts.max
