"""Gradients that a run has seen adding up from step to step are cleared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import Program, Step, TrainingLoop
from seismograd.program.torch.stepped_optimiser import optimiser_text
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.syntax import method_around
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.rewrite import insert_after, insert_before
from seismograd.traces.symptoms.kept_gradients import KeptGradients

CLEARED = "added"
KERAS_METHOD = "train_step"


class ClearedGradients(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        if not any(KeptGradients().find(context.history)):
            return
        write = partial(_write, context.program)
        parameter = Parameter("zero_grad", FaultType.LOOP, "", Choices((CLEARED,)), write,
                              (CLEARED,), (FaultType.API,), is_unusual=True)  # fmt: skip
        yield from offered(context, parameter)


def _write(program: Program, value: Value) -> tuple[Edit, ...]:
    """Behind the step, and not before the backward pass: gradients may be summed up on purpose."""
    edits = [_cleared(step) for loop in program.loops for step in _steps_without(loop)]
    edits += _cleared_by_keras(program)
    if not edits:
        raise CannotWrite("no step of an optimiser was found that leaves its gradients")
    return tuple(dict.fromkeys(edits))


def _cleared_by_keras(program: Program) -> list[Edit]:
    """The `train_step` of a model on PyTorch, which calls `backward` itself."""
    calls = [*program.calls, *program.trial_calls]
    places = {one.place.span: one.place for one in calls if one.method == "backward"}
    edits = [
        insert_before(place, "self.zero_grad()")
        for place in places.values()
        if method_around(place) == KERAS_METHOD
    ]
    return [edit for edit in edits if edit is not None]


def _steps_without(loop: TrainingLoop) -> list[Step]:
    """Steps that nothing beside them clears gradients for."""
    cleared = [set(one.call.branches) for one in loop.of_kind("zero_grad")]
    return [one for one in loop.of_kind("step") if set(one.call.branches) not in cleared]


def _cleared(step: Step) -> Edit:
    name = optimiser_text(step)
    edit = None if name is None else insert_after(step.place, f"{name}.zero_grad()")
    if edit is None:
        raise CannotWrite("its step does not stand in a statement of its own")
    return edit
