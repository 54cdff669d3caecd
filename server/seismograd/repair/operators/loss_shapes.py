"""Answers and targets of the same shape: (n, 1) against (n,) would compare all with all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.gradients import is_torch
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.losses.column_differences import (
    SEEN_SUBTRACTION,
    ColumnDifference,
    column_differences,
    column_seen,
)
from seismograd.repair.losses.trained_losses import trained_losses
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import call_method
from seismograd.traces.history import RunHistory

SQUEEZED = "without the axis of size 1"
SIDES = ("prediction", "target")
"""The arguments of a loss, by position."""
OF_TORCH = ".squeeze(-1)"
OF_ANY = "[..., 0]"
"""Arrays of all frameworks have it."""


class LossShapes(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        column = _column(context.history)
        losses = trained_losses(context.program) if column is not None else []
        for loss in losses[:1]:
            place = _argument(loss, column or 0)
            if place is not None:
                yield _parameter(f"shape of the {SIDES[column or 0]}", place, OF_TORCH)
        names: set[str] = set()
        for difference in column_differences(context):
            name = _name(difference, names)
            names.add(name)
            way = _way(difference)
            yield _parameter(name, difference.place, way, is_unusual=difference.is_certain)


def _column(history: RunHistory) -> int | None:
    """Which argument of a loss of a library is a column."""
    called = (one for one in history.loss_functions if one.type != SEEN_SUBTRACTION)
    return next((at for one in called if (at := column_seen(one)) is not None), None)


def _argument(loss: LossUse, at: int) -> Place | None:
    given = loss.call.positional if loss.framework == "torch" and loss.call is not None else []
    return given[at].place if at < len(given) else None


def _name(difference: ColumnDifference, taken: set[str]) -> str:
    name = f"shape of the {SIDES[0 if difference.is_prediction else 1]} in a difference"
    line = difference.place.span.start.line
    return name if name not in taken else f"{name} in line {line}"


def _way(difference: ColumnDifference) -> str:
    column = difference.column
    return OF_TORCH if isinstance(column, Tensor) and is_torch(column) else OF_ANY


def _parameter(name: str, place: Place, way: str, *, is_unusual: bool = False) -> Parameter:
    return Parameter(
        name,
        FaultType.SHAPE,
        "",
        Choices((SQUEEZED,)),
        partial(_write, place, way),
        (SQUEEZED,),
        (FaultType.LCH, FaultType.CPP),
        changes_loss=True,
        is_unusual=is_unusual,
    )


def _write(place: Place, way: str, value: Value) -> tuple[Edit, ...]:
    return (call_method(place, way),)
