"""Schedule objects of Keras in the place of a learning rate."""

from __future__ import annotations

import math

from seismograd.faults import Edit
from seismograd.program.model import Fit, Optimiser
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import KERAS, library_name
from seismograd.repair.edits.optimiser_edits import optimiser_edits
from seismograd.repair.parameter import CannotWrite, as_text
from seismograd.source.evaluate.values import Const
from seismograd.source.rewrite import replace, source_of


def keras_optimisers(context: RepairContext) -> list[Optimiser]:
    return [one for one, _ in context.used_optimisers if one.framework == "keras"]


def scheduled(
    optimiser: Optimiser, name: str, arguments: str, context: RepairContext
) -> tuple[Edit, ...]:
    """`arguments` of the schedule, with `{rate}` for the learning rate. Raises `CannotWrite`."""
    rate = optimiser.learning_rate
    if rate.number is None or rate.is_default != (rate.value is None):
        raise CannotWrite("its learning rate is not a number")
    document = optimiser.place.chunk.document
    function = library_name(document, KERAS, f"optimizers.schedules.{name}")
    is_stated = isinstance(rate.value, Const)
    old = source_of(rate.place) if is_stated else as_text(float(rate.number))
    text = f"{function.text}({arguments.format(rate=old)})"
    if is_stated:
        return (replace(rate.place, text), *function.edits)
    return (*optimiser_edits(optimiser, rate, "learning_rate", text, context), *function.edits)


def step_count(context: RepairContext) -> int:
    """Of the whole training: those of the run, else by the source. Raises `CannotWrite`."""
    seen = context.history.step_count
    if seen:
        return seen
    for fit in context.program.fits:
        count = _steps_of(fit)
        if count:
            return count
    raise CannotWrite("the number of training steps is not known")


def _steps_of(fit: Fit) -> int | None:
    samples = fit.samples
    size, epochs = fit.settings.get("batch_size"), fit.settings.get("epochs")
    known = samples and size and size.integer and epochs and epochs.integer
    if not known or samples is None or size is None or epochs is None:
        return None
    return math.ceil(samples / (size.integer or 1)) * (epochs.integer or 1)
