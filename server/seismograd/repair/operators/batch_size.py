"""How many examples each training step sees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import TrainingLoop
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import distinct, setting_edits
from seismograd.repair.operators.hand_made_batches import range_steps, repeated_sizes
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.training_loaders import training_loaders
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text

SIZES = (32, 64, 128, 16)
"""What tutorials and the defaults of the frameworks use, the most usual first."""
SPACE = Numbers(8, 512, is_whole=True)
"""Smaller batches are mostly noise; larger ones leave small data sets few steps."""


class BatchSize(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        loops = {
            step.place.span: loop for loop in context.program.loops for step in range_steps(loop)
        }
        settings = distinct(_settings(context))
        for number, setting in enumerate(settings, 1):
            name = numbered("batch_size", "loader", number, len(settings))
            yield from _parameter(name, setting, loops.get(setting.place.span), context)


def _settings(context: RepairContext) -> Iterator[Setting]:
    for loader in training_loaders(context.program):
        if loader.settings["batch_sampler"].is_none:
            yield loader.settings["batch_size"]
        else:
            context.refuse("batch_size", "the loader has a batch_sampler, which decides on it")
    for fit in context.program.fits:
        if "batch_size" in fit.settings:
            yield fit.settings["batch_size"]
    for loop in context.program.loops:
        yield from range_steps(loop)


def _parameter(
    name: str, setting: Setting, loop: TrainingLoop | None, context: RepairContext
) -> Iterator[Parameter]:
    old = setting.integer
    if old is None:
        context.refuse(name, "its value is not known from the source")
        return
    candidates = tuple(size for size in SIZES if size != old)
    write = partial(_write, setting, loop, context)
    found = Parameter(
        name, FaultType.HBS, str(old), SPACE, write, candidates, is_unusual=old not in SPACE
    )
    yield from offered(context, found)


def _write(
    setting: Setting, loop: TrainingLoop | None, context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    """`loop`: the one that cuts batches by it itself."""
    text = value if isinstance(value, str) else as_text(round(value))
    more = repeated_sizes(loop, setting, text) if loop is not None else ()
    return (*setting_edits(setting, setting.name, text, context), *more)
