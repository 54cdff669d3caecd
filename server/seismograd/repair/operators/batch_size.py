"""How many examples each training step sees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.loops import unwrapped
from seismograd.program.model import TrainingLoop
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.training_loaders import training_loaders
from seismograd.repair.parameter import Numbers, Parameter, Value, as_text
from seismograd.repair.setting_edits import distinct, setting_edits
from seismograd.source.evaluate.values import Object

SIZES = (32, 64, 128, 16)
"""What tutorials and the defaults of the frameworks use, the most usual first."""
SPACE = Numbers(8, 512, is_whole=True)
"""Smaller batches are mostly noise; larger ones leave small data sets few steps."""
RANGE_STEP = 2
"""The position of the step in `range(start, stop, step)`."""


class BatchSize(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        settings = distinct(_settings(context))
        for number, setting in enumerate(settings, 1):
            name = numbered("batch_size", "loader", number, len(settings))
            yield from _parameter(name, setting, context)


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
        yield from _range_steps(loop)


def _range_steps(loop: TrainingLoop) -> Iterator[Setting]:
    """Of loops that cut batches themselves: `for i in range(0, len(x), 32)`."""
    counter = unwrapped(loop.loop.iterable) if loop.loop is not None else None
    if isinstance(counter, Object) and counter.path == "builtins.range":
        for step in counter.call.positional[RANGE_STEP:]:
            yield Setting("batch_size", step.value, step.place)


def _parameter(name: str, setting: Setting, context: RepairContext) -> Iterator[Parameter]:
    old = setting.integer
    if old is None:
        context.refuse(name, "its value is not known from the source")
        return
    candidates = tuple(size for size in SIZES if size != old)
    write = partial(_write, setting, context)
    found = Parameter(name, FaultType.HBS, str(old), SPACE, write, candidates=candidates)
    yield from offered(context, found)


def _write(setting: Setting, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    text = value if isinstance(value, str) else as_text(round(value))
    return setting_edits(setting, setting.name, text, context)
