"""Whether training examples come in another order in every epoch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Loader
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import distinct, setting_edits
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.training_loaders import training_loaders
from seismograd.repair.parameter import Choices, Parameter, Value

SAMPLERS = ("sampler", "batch_sampler")


class Shuffling(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        settings = [one for one in distinct(_settings(context)) if one.flag is False]
        for number, setting in enumerate(settings, 1):
            name = numbered("shuffle", "loader", number, len(settings))
            write = partial(_write, setting, context)
            space = Choices(("True",))
            parameter = Parameter(
                name, FaultType.CPP, "False", space, write, space.options, is_unusual=True
            )
            yield from offered(context, parameter)


def _settings(context: RepairContext) -> Iterator[Setting]:
    for loader in training_loaders(context.program):
        if _decides(loader):
            yield loader.settings["shuffle"]
        else:
            context.refuse("shuffle", "the loader has a sampler, which decides on the order")
    for fit in context.program.fits:
        if fit.framework == "keras" and "shuffle" in fit.settings:
            yield fit.settings["shuffle"]


def _decides(loader: Loader) -> bool:
    return all(loader.settings[name].is_none for name in SAMPLERS)


def _write(setting: Setting, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return setting_edits(setting, "shuffle", str(value), context)
