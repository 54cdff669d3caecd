"""How a Keras loss reads labels: as class numbers or one-hot rows, whichever they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.losses.loss_edits import loss_edits
from seismograd.repair.losses.trained_losses import label_encoding, trained_losses
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import Choices, Parameter, Value

READING = {"integer": "SparseCategoricalCrossentropy", "one_hot": "CategoricalCrossentropy"}
"""Losses by the labels that they take."""
KINDS = frozenset({"cross_entropy", "sparse_cross_entropy"})


class LabelEncoding(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        losses = [one for one in trained_losses(context.program) if one.framework == "keras"]
        for number, loss in enumerate(losses, 1):
            encoding = label_encoding(loss, context) if loss.kind in KINDS else None
            if encoding in READING and loss.labels in READING and encoding != loss.labels:
                name = numbered("label_encoding", "output", number, len(losses))
                yield from offered(context, _parameter(name, loss, encoding or "", context))


def _parameter(name: str, loss: LossUse, encoding: str, context: RepairContext) -> Parameter:
    return Parameter(
        name,
        FaultType.LCH,
        loss.labels or "",
        Choices((encoding,)),
        partial(_write, loss, context),
        (encoding,),
        (FaultType.CPP,),
        changes_loss=True,
    )


def _write(loss: LossUse, context: RepairContext, value: Value) -> tuple[Edit, ...]:
    return loss_edits(loss, READING[str(value)], context)
