"""A learning rate that falls over the epochs, in another way, or no longer."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Optimiser, Program, Scheduler, Step, TrainingLoop
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.imports import TORCH, free_name, library_name, sibling_of_call
from seismograd.repair.operators.epoch_loops import epoch_loop, trained_in_loops
from seismograd.repair.operators.keras_schedules import keras_optimisers, scheduled, step_count
from seismograd.repair.operators.lightning_schedules import (
    configured,
    counts_epochs,
    lightning_loops,
)
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.rules.learning_rates import is_scheduled
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import remove_statement, replace, source_of

COSINE, NONE = "cosine", "none"
COSINE_CLASS = "CosineAnnealingLR"
COSINE_KIND = COSINE_CLASS.lower()
NOTHING_LEFT = 0.05
"""Of the first learning rate."""
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
            space = Choices(new)
            parameter = Parameter(name, FaultType.HLR, old, space, write, space.options,
                                  is_unusual=_falls_early(context))  # fmt: skip
            yield from offered(context, parameter)


def _falls_early(context: RepairContext) -> bool:
    """Whether the second half of the training has next to no learning rate left."""
    told = [[rate for rate in step.lr if rate is not None] for step in context.history.steps]
    rates = [max(some) for some in told if some]
    return bool(rates) and rates[len(rates) // 2] < NOTHING_LEFT * rates[0]


def _writers(context: RepairContext) -> Iterator[tuple[str, tuple[str, ...], Write]]:
    """What the schedule is, what it can be, and how to write that."""
    for training in trained_in_loops(context.program):
        schedulers = context.program.schedulers
        if schedulers:
            kind = schedulers[0].kind
            options = (NONE,) if kind == COSINE_KIND else (NONE, COSINE)
            yield kind, options, partial(_other, training, schedulers)
        elif not is_scheduled(context.program, training.optimisers[0]):
            yield NONE, (COSINE,), partial(_with_cosine, training)
    for training in lightning_loops(context.program):
        if context.program.schedulers:
            kind = context.program.schedulers[0].kind
            yield kind, (NONE,), partial(_without_lightnings, training, context.program)
        elif not is_scheduled(context.program, training.optimisers[0]):
            yield NONE, (COSINE,), partial(_lightning_cosine, training, context.program)
    for optimiser in keras_optimisers(context):
        if not is_scheduled(context.program, optimiser):
            yield NONE, (COSINE,), partial(_keras_cosine, optimiser, context)


def _with_cosine(training: TrainingLoop, value: Value) -> tuple[Edit, ...]:
    found = epoch_loop(training)
    path = f"optim.lr_scheduler.{COSINE_CLASS}"
    function = library_name(found.place.chunk.document, TORCH, path)
    name = free_name("scheduler", found.place)
    built = f"{name} = {function.text}({found.optimiser}, T_max={found.epochs})"
    return found.before(built), found.after_epoch(f"{name}.step()"), *function.edits


def _other(
    training: TrainingLoop, schedulers: Sequence[Scheduler], value: Value
) -> tuple[Edit, ...]:
    steps = training.anywhere("scheduler_step")
    if value == NONE:
        return _without_steps(steps, [one.kind for one in schedulers])
    if len(schedulers) != 1 or len(steps) != 1:
        raise CannotWrite("it has several schedulers, or several steps of them")
    if training.of_kind("scheduler_step") or steps[0].call.positional:
        raise CannotWrite("its scheduler does not step by epochs alone")
    return _cosine_instead(training, schedulers[0])


def _cosine_instead(training: TrainingLoop, scheduler: Scheduler) -> tuple[Edit, ...]:
    """Raises `CannotWrite`."""
    found = epoch_loop(training)
    optimiser = scheduler.call.argument(0, "optimizer")
    if optimiser is None or scheduler.call.function is not training.function:
        raise CannotWrite("its scheduler is made in another function than the loop over epochs")
    if _is_set_later(found.epochs, scheduler.place):
        raise CannotWrite("the number of epochs is not set yet where its scheduler is made")
    function = sibling_of_call(scheduler.place, scheduler.call.path, COSINE_CLASS)
    arguments = f"{source_of(optimiser.place)}, T_max={found.epochs}"
    return (replace(scheduler.place, f"{function.text}({arguments})"), *function.edits)


def _is_set_later(name: str, place: Place) -> bool:
    return any(
        isinstance(node, ast.Name)
        and (node.id, type(node.ctx)) == (name, ast.Store)
        and chunk.span(node).start > place.span.start
        for chunk in place.chunk.document.chunks
        for statement in chunk.statements
        for node in ast.walk(statement)
    )


def _without_steps(steps: Sequence[Step], kinds: Sequence[str]) -> tuple[Edit, ...]:
    _require_first_rate(kinds)
    edits = [remove_statement(step.place) for step in steps]
    if not edits or None in edits:
        raise CannotWrite("the step of its scheduler was not found")
    return tuple(edit for edit in edits if edit is not None)


def _require_first_rate(kinds: Sequence[str]) -> None:
    if not LEAVE_RATE.issuperset(kinds):
        raise CannotWrite("its scheduler changes the learning rate when it is made")


def _without_lightnings(training: TrainingLoop, program: Program, value: Value) -> tuple[Edit, ...]:
    """The scheduler is still made, but its trainer does not hear of it."""
    _require_first_rate([one.kind for one in program.schedulers])
    return configured(training).alone()


def _lightning_cosine(training: TrainingLoop, program: Program, value: Value) -> tuple[Edit, ...]:
    if not counts_epochs(training, program):
        raise CannotWrite("how many epochs its trainer has is not known")
    found = configured(training)
    return found.scheduled(COSINE_CLASS, f"T_max={found.owner}.trainer.max_epochs")


def _keras_cosine(optimiser: Optimiser, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return scheduled(optimiser, "CosineDecay", f"{{rate}}, {step_count(context)}", context)
