"""A learning rate that falls over the epochs, or one that no longer does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser, TrainingLoop
from seismograd.repair.context import RepairContext
from seismograd.repair.imports import TORCH, library_name
from seismograd.repair.operators.epoch_loops import epoch_loop, free_name, trained_in_loops
from seismograd.repair.operators.keras_schedules import keras_optimisers, scheduled, step_count
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.rules.learning_rates import is_scheduled
from seismograd.source.rewrite import remove_statement

COSINE, NONE = "cosine", "none"
LEAVE_RATE = frozenset(
    {"cosineannealinglr", "cosineannealingwarmrestarts", "exponentiallr", "multiplicativelr",
     "multisteplr", "polynomiallr", "reducelronplateau", "steplr"}
)  # fmt: skip
"""Schedulers that leave the first learning rate as it is: without their step, it stays."""
Write = Callable[[Value], tuple[Edit, ...]]


class Schedule(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        writers = list(_writers(context))
        for number, (old, new, write) in enumerate(writers, 1):
            name = numbered("schedule", "training", number, len(writers))
            space = Choices((new,))
            parameter = Parameter(name, FaultType.HLR, old, space, write, space.options)
            yield from offered(context, parameter)


def _writers(context: RepairContext) -> Iterator[tuple[str, str, Write]]:
    """What the schedule is, what it can be, and how to write that."""
    for training in trained_in_loops(context.program):
        kinds = [one.kind for one in context.program.schedulers]
        if kinds:
            yield kinds[0], NONE, partial(_without_steps, training, kinds)
        elif not is_scheduled(context.program, training.optimisers[0]):
            yield NONE, COSINE, partial(_with_cosine, training)
    for optimiser in keras_optimisers(context):
        if not is_scheduled(context.program, optimiser):
            yield NONE, COSINE, partial(_keras_cosine, optimiser, context)


def _with_cosine(training: TrainingLoop, value: Value) -> tuple[Edit, ...]:
    found = epoch_loop(training)
    path = "optim.lr_scheduler.CosineAnnealingLR"
    function = library_name(found.place.chunk.document, TORCH, path)
    name = free_name("scheduler", found.place)
    built = f"{name} = {function.text}({found.optimiser}, T_max={found.epochs})"
    return found.before(built), found.after_epoch(f"{name}.step()"), *function.edits


def _without_steps(training: TrainingLoop, kinds: list[str], value: Value) -> tuple[Edit, ...]:
    if not LEAVE_RATE.issuperset(kinds):
        raise CannotWrite("its scheduler changes the learning rate when it is made")
    steps = training.anywhere("scheduler_step")
    edits = [remove_statement(step.place) for step in steps]
    if not edits or None in edits:
        raise CannotWrite("the step of its scheduler was not found")
    return tuple(edit for edit in edits if edit is not None)


def _keras_cosine(optimiser: Optimiser, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return scheduled(optimiser, "CosineDecay", f"{{rate}}, {step_count(context)}", context)
