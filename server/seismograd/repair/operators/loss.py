"""The loss: another one that takes the same output and the same labels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.model import LossUse
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.loss_edits import keras_name, loss_edits
from seismograd.repair.operators.offer import numbered, offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.operators.trained_losses import (
    label_encoding,
    output_width,
    trained_losses,
)
from seismograd.repair.parameter import Choices, Parameter, Value

DISTANCES = frozenset({"mse", "mae", "huber", "bce", "bce_with_logits"})
"""Losses that compare output and labels number by number, so that both have one shape."""
CLASS_NUMBERS = frozenset({"cross_entropy", "nll"})
PROBABILITIES = frozenset({"sigmoid", "softmax", "hard_sigmoid"})
TORCH_KINDS = {
    "CrossEntropyLoss": "cross_entropy",
    "NLLLoss": "nll",
    "BCEWithLogitsLoss": "bce_with_logits",
    "BCELoss": "bce",
    "MSELoss": "mse",
    "L1Loss": "mae",
    "SmoothL1Loss": "huber",
}
KERAS_KINDS = {
    "CategoricalCrossentropy": "cross_entropy",
    "BinaryCrossentropy": "bce",
    "MeanSquaredError": "mse",
    "MeanAbsoluteError": "mae",
    "Huber": "huber",
}


class Loss(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        losses = trained_losses(context.program)
        for number, loss in enumerate(losses, 1):
            name = numbered("loss", "output", number, len(losses))
            yield from _parameter(name, loss, context)


def _parameter(name: str, loss: LossUse, context: RepairContext) -> Iterator[Parameter]:
    kinds = TORCH_KINDS if loss.framework == "torch" else KERAS_KINDS
    fitting = (
        _torch_kinds(loss, context) if loss.framework == "torch" else _keras_kinds(loss, context)
    )
    classes = {_shown(one, loss): one for one, kind in kinds.items() if kind in fitting}
    if not classes:
        context.refuse(name, "no other loss is known to take this output and these labels")
        return
    options, write = tuple(classes), partial(_write, loss, classes, context)
    space = Choices(options)
    old = _old(loss, kinds)
    found = Parameter(name, FaultType.LCH, old, space, write, options, changes_loss=True)
    yield from offered(context, found)


def _shown(name: str, loss: LossUse) -> str:
    return name if loss.framework == "torch" else keras_name(name)


def _old(loss: LossUse, kinds: dict[str, str]) -> str:
    named = (_shown(one, loss) for one, kind in kinds.items() if kind == loss.kind)
    return next(named, loss.kind)


def _write(
    loss: LossUse, classes: dict[str, str], context: RepairContext, value: Value
) -> tuple[Edit, ...]:
    return loss_edits(loss, classes[str(value)], context)


def _torch_kinds(loss: LossUse, context: RepairContext) -> set[str]:
    """Losses of numbers need labels of the output's shape; those of classes need class numbers.

    Rows of probabilities, such as one-hot ones, do for both.
    """
    encoding, function = label_encoding(loss, context), loss.output_function
    found: set[str] = set()
    if loss.kind in DISTANCES or (loss.kind == "cross_entropy" and encoding == "one_hot"):
        found |= {"mse", "mae", "huber"}
        if encoding in ("one_hot", "multi_hot") or loss.kind.startswith("bce"):
            found.add("bce" if function in PROBABILITIES else "bce_with_logits")
        if encoding == "one_hot" and (output_width(loss) or 0) > 1:
            found.add("cross_entropy")
    elif loss.kind in CLASS_NUMBERS:
        found |= {"cross_entropy"} | ({"nll"} if function == "log_softmax" else set())
    return found - {loss.kind}


def _keras_kinds(loss: LossUse, context: RepairContext) -> set[str]:
    encoding, function = label_encoding(loss, context), loss.output_function
    units = output_width(loss)
    if encoding == "integer" and units != 1:
        return set()
    if encoding is None and loss.kind not in DISTANCES:
        return set()
    found = {"mse", "mae", "huber"}
    if function in PROBABILITIES and encoding != "float":
        found.add("bce")
    if function in PROBABILITIES and encoding == "one_hot" and (units or 0) > 1:
        found.add("cross_entropy")
    return found - {loss.kind}
