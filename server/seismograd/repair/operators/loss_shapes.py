"""Answers and targets of the same shape: (n, 1) against (n,) would compare all with all."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import Place
from seismograd.source.rewrite import call_method
from seismograd.traces.history import RunHistory

SQUEEZED = "without the axis of size 1"
SIDES = ("prediction", "target")
"""The arguments of a loss, by position."""


class LossShapes(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        column = _column(context.history)
        losses = trained_losses(context.program) if column is not None else []
        for loss in losses[:1]:
            place = _argument(loss, column or 0)
            if place is not None:
                yield _parameter(SIDES[column or 0], place)


def _column(history: RunHistory) -> int | None:
    """Which argument of the loss is a column, where the run has seen it meet a row."""
    for loss in history.loss_functions:
        shapes = [tuple(loss.input_shape or ()), tuple(loss.target_shape or ())]
        row, column = sorted(shapes, key=len)
        if len(row) == 1 and column == (row[0], 1) and (row[0] or 0) > 1:
            return shapes.index(column)
    return None


def _argument(loss: LossUse, at: int) -> Place | None:
    given = loss.call.positional if loss.framework == "torch" and loss.call is not None else []
    return given[at].place if at < len(given) else None


def _parameter(side: str, place: Place) -> Parameter:
    def write(value: Value) -> tuple[Edit, ...]:
        return (call_method(place, ".squeeze(-1)"),)

    return Parameter(
        f"shape of the {side}",
        FaultType.SHAPE,
        "",
        Choices((SQUEEZED,)),
        write,
        (SQUEEZED,),
        (FaultType.LCH, FaultType.CPP),
        changes_loss=True,
    )
