"""The momentum of SGD."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.optimiser_edits import optimiser_edits
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text

USUAL = (0.9, 0.5, 0.0)
"""That of nearly all recipes, then less."""
USUAL_MOST = 0.95
SPACE = Numbers(0.0, 0.99, is_linear=True)
"""Above, steps add up over hundreds of batches and trainings diverge."""


class Momentum(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers if one.kind == "sgd"]
        optimisers = [one for one in optimisers if "momentum" in one.settings]
        for number, optimiser in enumerate(optimisers, 1):
            name = numbered("momentum", "optimiser", number, len(optimisers))
            yield from offered(context, _parameter(name, optimiser, context))


def _parameter(name: str, optimiser: Optimiser, context: RepairContext) -> Parameter:
    old = optimiser.settings["momentum"].number
    wanted = [one for one in USUAL if one != old and (one or not _is_nesterov(optimiser))]
    text = "" if old is None else as_text(float(old))
    write = partial(_write, optimiser, context)
    return Parameter(name, FaultType.OCH, text, SPACE, write, tuple(wanted),
                     is_unusual=old is not None and old > USUAL_MOST)  # fmt: skip


def _is_nesterov(optimiser: Optimiser) -> bool:
    """It demands momentum."""
    nesterov = optimiser.settings.get("nesterov")
    return nesterov is not None and nesterov.flag is not False


def _write(optimiser: Optimiser, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    setting = optimiser.settings["momentum"]
    return optimiser_edits(optimiser, setting, "momentum", as_text(value), context)
