"""The learning rate of the optimisers that the run used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser, Program
from seismograd.program.torch.updates_by_hand import rates_by_hand
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.optimiser_edits import optimiser_edits
from seismograd.repair.edits.setting_edits import distinct
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text
from seismograd.rules.learning_rates import prior_of, usual_rate

KEYWORDS = {"torch": "lr", "keras": "learning_rate", "transformers": "learning_rate"}
FACTORS = (10.0, 0.1, 100.0, 0.01)
"""Of the usual and of the old rate, in this order."""
UNUSUAL = 10.0
"""Times the usual rate, or one of so many parts of it."""
WIDEST = 1e4
"""The old rate over the smallest one that is searched, and the largest over the old one."""


class LearningRate(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        optimisers = [one for one, _ in context.used_optimisers]
        for number, optimiser in enumerate(optimisers, 1):
            name = numbered("lr", "optimiser", number, len(optimisers))
            yield from _parameter(name, [optimiser], context)
        by_hand = _updates_by_hand(context.program)
        for number, updates in enumerate(by_hand, 1):
            name = numbered("lr", "update by hand", number, len(by_hand) + len(optimisers))
            yield from _parameter(name, updates, context)


def _updates_by_hand(program: Program) -> list[list[Optimiser]]:
    """Each is one of plain SGD, which is no object of the program. Those of one rate go together:
    there is one for each parameter of a network."""
    found: dict[object, list[Optimiser]] = {}
    for rate in distinct(rates_by_hand(program)):
        sgd = Optimiser("sgd", rate.place, None, None, "torch", {"learning_rate": rate})
        found.setdefault(rate.number, []).append(sgd)
    return [*found.values()]


def _parameter(
    name: str, optimisers: Sequence[Optimiser], context: RepairContext
) -> Iterator[Parameter]:
    """Of optimisers of one kind and rate."""
    optimiser = optimisers[0]
    old, usual = optimiser.learning_rate.number, usual_rate(optimiser)
    write = partial(_write, optimisers, context)
    text = "" if old is None else as_text(float(old))
    space = _space(optimiser, usual)
    candidates = _candidates(old, usual, space)
    found = Parameter(name, FaultType.HLR, text, space, write, candidates,
                      is_unusual=_is_unusual(old, usual))  # fmt: skip
    yield from offered(context, found)


def _write(
    optimisers: Sequence[Optimiser], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    text = as_text(value)
    # Keras takes no whole number for a rate.
    text = f"{text}.0" if text.isdigit() else text
    written = (
        optimiser_edits(one, one.learning_rate, KEYWORDS.get(one.framework, "lr"), text, context)
        for one in optimisers
    )
    return tuple(chain.from_iterable(written))


def _space(optimiser: Optimiser, usual: float) -> Numbers:
    """What optimisers of this kind ever want, which need not hold what stands there now."""
    prior = prior_of(optimiser)
    low, high = (prior.low, prior.high) if prior else (usual / WIDEST, usual * WIDEST)
    return Numbers(max(low, usual / WIDEST), high)


def _is_unusual(old: float | None, usual: float) -> bool:
    return old is not None and not usual / UNUSUAL < old < usual * UNUSUAL


def _candidates(old: float | None, usual: float, space: Numbers) -> tuple[float, ...]:
    """The usual rate, then further away from the old one, then on its other side."""
    start = usual if old is None else old
    around = (usual, *(one * factor for factor in _factors(start, usual) for one in (usual, start)))
    new = (rate for rate in around if rate in space and as_text(rate) != as_text(start))
    return tuple({as_text(rate): rate for rate in new}.values()) or (usual,)


def _factors(old: float, usual: float) -> tuple[float, ...]:
    """Rates that are too small are more often seen than too large ones."""
    return tuple(1 / factor for factor in FACTORS) if old > usual else FACTORS
