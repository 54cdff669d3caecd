"""Differences of a column and a row in losses that are written by hand: `((pred - y) ** 2)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.program.gradients import data_of_loops
from seismograd.program.operations import RESHAPING
from seismograd.program.shapes import last_size
from seismograd.program.shapes.losses import stretches
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.operands import operands
from seismograd.repair.losses.formula import formula, gradient_steps, is_learned
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor, Value
from seismograd.traces.data_facts import training_data
from seismograd.traces.events import LossFunction
from seismograd.traces.events.parts import Shape

SUBTRACTION = "sub"
SEEN_SUBTRACTION = "subtraction"
"""As the type of a loss function in traces."""
MEASURES = frozenset({"pow", "square", "abs"})
"""What makes a loss of a difference."""
SIDES = COLUMN_AXES = 2


@dataclass(frozen=True, slots=True)
class ColumnDifference:
    column: Value
    place: Place
    """Of the column."""
    is_prediction: bool
    """Whether the column is what was learned."""
    is_certain: bool
    """Whether the source or the run tells that the other side is a row."""


def column_differences(context: RepairContext) -> list[ColumnDifference]:
    """Each once."""
    found = (
        difference
        for step in gradient_steps(context.program)
        for tensor, is_measured in _subtractions(list(formula(step)))
        if (difference := _difference(tensor, is_measured, context)) is not None
    )
    return list({one.place.span: one for one in found}.values())


def column_seen(loss: LossFunction) -> int | None:
    """Which argument of a loss, prediction or target, is a column that met a row in the run."""
    shapes: list[Shape] = [tuple(loss.input_shape or ()), tuple(loss.target_shape or ())]
    row, column = sorted(shapes, key=len)
    is_stretched = len(row) == 1 and column == (row[0], 1) and (row[0] or 0) > 1
    return shapes.index(column) if is_stretched else None


def _subtractions(tensors: list[Tensor]) -> Iterator[tuple[Tensor, bool]]:
    """With whether each is measured: squared, or without its sign."""
    measured = {id(one.inputs[0]) for one in tensors if one.op in MEASURES and one.inputs}
    for tensor in tensors:
        if tensor.op == SUBTRACTION and len(tensor.inputs) == SIDES:
            yield tensor, id(tensor) in measured


def _difference(
    tensor: Tensor, is_measured: bool, context: RepairContext
) -> ColumnDifference | None:
    sides = None if tensor.call is None else operands(tensor.call)
    learned = [is_learned(one) for one in tensor.inputs]
    if tensor.call is None or sides is None or sum(learned) != 1:
        return None
    prediction = learned.index(True)
    seen = _seen(tensor.call, context)
    at = _stretched(tensor.inputs) if seen is None else abs(prediction - seen)
    is_certain = at is not None
    if at is None and is_measured and _may_be_column(tensor, prediction, context):
        at = prediction
    if at is None:
        return None
    return ColumnDifference(tensor.inputs[at], sides[at], at == prediction, is_certain)


def _seen(call: Call, context: RepairContext) -> int | None:
    """0 where the run has seen a prediction that is a column at this place, 1 for a target."""
    here = (
        column_seen(loss)
        for loss in context.history.loss_functions
        if loss.type == SEEN_SUBTRACTION and context.is_within(loss.called, call.place.span)
    )
    return next(here, None)


def _stretched(sides: tuple[Value, ...]) -> int | None:
    """Which side is a column, where the source says that the other is a row."""
    for at, (column, row) in enumerate((sides, sides[::-1])):
        if not isinstance(column, Tensor) or not isinstance(row, Tensor):
            return None
        if column.shape and row.shape and stretches(column.shape, row.shape):
            return None if _was_row(column) else at
    return None


def _was_row(column: Tensor) -> bool:
    """`a[:, None]`: all pairs are asked for."""
    before = column.inputs[0] if column.op in RESHAPING and column.inputs else None
    return isinstance(before, Tensor) and before.shape is not None and len(before.shape) == 1


def _may_be_column(tensor: Tensor, prediction: int, context: RepairContext) -> bool:
    """An output with one unit, and data of which neither the source nor the run knows more."""
    output, target = tensor.inputs[prediction], tensor.inputs[1 - prediction]
    is_column = isinstance(output, Tensor) and last_size(output) == 1 and not _was_row(output)
    data = training_data(context.history)
    known = data.targets[0].shape if data is not None and data.targets else ()
    return is_column and _is_data(target, context) and len(known) < COLUMN_AXES


def _is_data(target: Value, context: RepairContext) -> bool:
    if isinstance(target, Tensor):
        return target.shape is None
    return id(target) in data_of_loops(context.program.all_loops)
