"""A learning rate that rises over the first steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser, TrainingLoop
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import TORCH, free_name, library_name
from seismograd.repair.operators.epoch_loops import epoch_loop, trained_in_loops
from seismograd.repair.operators.keras_schedules import keras_optimisers, scheduled, step_count
from seismograd.repair.operators.lightning_schedules import configured, lightning_loops
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.rules.learning_rates import is_scheduled

LINEAR = "linear"
START = "0.1"
"""Of the learning rate: small enough for weights that are still random."""
SHARE = 20
"""One in so many steps belongs to the warm-up, as in most recipes."""
UNKNOWN_LENGTH = 100
"""Steps of it where it is not known how many the training has."""
Write = Callable[[Value], tuple[Edit, ...]]


class WarmUp(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        writers = list(_writers(context))
        for number, write in enumerate(writers, 1):
            name = numbered("warm_up", "training", number, len(writers))
            space = Choices((LINEAR,))
            parameter = Parameter(name, FaultType.HLR, "none", space, write, space.options)
            yield from offered(context, parameter)


def _writers(context: RepairContext) -> Iterator[Write]:
    for training in trained_in_loops(context.program):
        if not is_scheduled(context.program, training.optimisers[0]):
            yield partial(_in_loop, training, context)
    for training in lightning_loops(context.program):
        if not is_scheduled(context.program, training.optimisers[0]):
            yield partial(_of_lightning, training, context)
    for optimiser in keras_optimisers(context):
        if not is_scheduled(context.program, optimiser):
            yield partial(_of_keras, optimiser, context)


def _in_loop(training: TrainingLoop, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    found = epoch_loop(training)
    function = library_name(found.place.chunk.document, TORCH, "optim.lr_scheduler.LinearLR")
    name = free_name("warm_up", found.place)
    built = f"{name} = {function.text}({found.optimiser}, {_rising(context)})"
    return found.before(built), found.after_step(f"{name}.step()"), *function.edits


def _of_lightning(training: TrainingLoop, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return configured(training).scheduled("LinearLR", _rising(context), '"interval": "step"')


def _rising(context: RepairContext) -> str:
    """Arguments of a `LinearLR` behind its optimiser."""
    length = _length(context.history.step_count) if context.history.step_count else UNKNOWN_LENGTH
    return f"start_factor={START}, total_iters={length}"


def _of_keras(optimiser: Optimiser, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    """A polynomial decay of degree 1 can rise as well; afterwards the rate stays."""
    length = _length(step_count(context))
    arguments = f"{START} * {{rate}}, {length}, end_learning_rate={{rate}}"
    return scheduled(optimiser, "PolynomialDecay", arguments, context)


def _length(steps: int) -> int:
    return max(1, steps // SHARE)
