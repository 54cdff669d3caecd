"""How strongly the optimiser pulls weights towards zero."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.optimiser_edits import optimiser_edits
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value, as_text

RATES = ("0", "1e-4", "1e-2")
"""None, that of most recipes with SGD, and the default of AdamW."""
UNUSUAL = 0.05
"""Above, weights are drawn to zero faster than most losses move them."""


class WeightDecay(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers if "weight_decay" in one.settings]
        for number, optimiser in enumerate(optimisers, 1):
            name = numbered("weight_decay", "optimiser", number, len(optimisers))
            decay = optimiser.settings["weight_decay"]
            yield from offered(context, _parameter(name, optimiser, decay, context))


def _parameter(
    name: str, optimiser: Optimiser, decay: Setting, context: RepairContext
) -> Parameter:
    old = 0.0 if decay.is_none else decay.number
    options = tuple(rate for rate in RATES if float(rate) != old)
    write = partial(_write, optimiser, decay, context)
    text = "" if old is None else as_text(float(old))
    return Parameter(name, FaultType.RAW, text, Choices(options), write, options,
                     is_unusual=old is not None and old > UNUSUAL)  # fmt: skip


def _write(
    optimiser: Optimiser, decay: Setting, context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    return optimiser_edits(optimiser, decay, "weight_decay", as_text(value), context)
