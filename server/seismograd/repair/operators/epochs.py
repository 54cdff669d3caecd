"""How often the training goes through its data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from seismograd.faults import Edit, FaultType
from seismograd.program.loops import loops_outwards, unwrapped
from seismograd.program.model import TrainingLoop
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import distinct, setting_edits
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Numbers, Parameter, Value
from seismograd.repair.still_improving import times_until_telling
from seismograd.source.evaluate.values import Object, integer

FEW = 2
"""Epochs, with which hardly any training from scratch is finished."""
FACTORS = (2, 5, 20, 100)
"""Of the old number, where nothing says that it is too small."""
FACTORS_OF_TOO_FEW = (10, 100, 3, 30)
"""Where the diagnosis says so: it may be one epoch of fifty. Where ten times as many bring nothing,
three times as many do not either. Those that are long enough to show something come first."""


class _Count(NamedTuple):
    """A number of epochs; the source has it plus `first`, the number of the first epoch."""

    setting: Setting
    first: int = 0

    @property
    def epochs(self) -> int | None:
        stated = self.setting.number
        return None if stated is None else round(stated) - self.first


class Epochs(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        counts = list(_counts(context))
        several = distinct(count.setting for count in counts)
        counts = [next(one for one in counts if one.setting is setting) for setting in several]
        for number, count in enumerate(counts, 1):
            name = numbered("epochs", "training", number, len(counts))
            yield from _parameter(name, count, context)
        if not counts and (context.program.loops or context.program.fits):
            context.refuse("epochs", "no loop with a stated number of epochs was found")


def _counts(context: RepairContext) -> Iterator[_Count]:
    for fit in context.program.fits:
        if "epochs" in fit.settings and fit.call.method != "train_on_batch":
            yield _Count(fit.settings["epochs"])
    for loop in context.program.loops:
        if loop.epochs is not None:
            yield _Count(loop.epochs, _first_epoch(loop, loop.epochs))


def _first_epoch(loop: TrainingLoop, epochs: Setting) -> int:
    """1 for `range(1, epochs + 1)`."""
    for outer in loops_outwards(loop.loop):
        counter = unwrapped(outer.iterable)
        given = counter.call.positional if isinstance(counter, Object) else []
        if len(given) > 1 and given[1].place == epochs.place:
            return integer(given[0].value) or 0
    return 0


def _parameter(name: str, count: _Count, context: RepairContext) -> Iterator[Parameter]:
    old = count.epochs
    if old is None or old < 1:
        context.refuse(name, "its value is not known from the source")
        return
    factors = _telling_first(context) if _is_too_few(context) else FACTORS
    longer = [f for f in factors if context.longer_s(f) <= context.most_training_s]
    if not longer:
        context.refuse(name, "a longer training takes more time than a trial has")
        return
    space = Numbers(old, old * max(longer), is_whole=True)
    write = partial(_write, count, context)
    candidates = tuple(old * factor for factor in longer)
    found = Parameter(name, FaultType.HNE, str(old), space, write, candidates, costs=True,
                      is_unusual=old <= FEW)  # fmt: skip
    yield from offered(context, found)


def _telling_first(context: RepairContext) -> list[int]:
    least = times_until_telling(context.history)
    return sorted(FACTORS_OF_TOO_FEW, key=lambda factor: factor < least)


def _is_too_few(context: RepairContext) -> bool:
    causes = context.diagnosis.causes
    return any(cause.finding.fault_type is FaultType.HNE for cause in causes)


def _write(count: _Count, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    text = value if isinstance(value, str) else str(round(value) + count.first)
    return setting_edits(count.setting, count.setting.name, text, context)
