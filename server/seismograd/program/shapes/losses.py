"""Losses: one number, from a prediction and a target that must match."""

from __future__ import annotations

from seismograd.program.shapes.mismatch import (
    LOSS_BROADCAST,
    LOSS_SHAPES,
    conflict,
    shape_text,
)
from seismograd.program.shapes.operation import Operation, shape_of
from seismograd.program.shapes.sizes import differ
from seismograd.source.evaluate.values import Object, Shape, Size, Tensor

_ELEMENTWISE = frozenset(
    {"bce", "bce_with_logits", "gaussian_nll", "huber", "mae", "mse", "poisson", "soft_margin"}
)
_BY_CLASS = frozenset({"cross_entropy", "nll"})


def loss(operation: Operation) -> Shape:
    kind = operation.op.removeprefix("loss:")
    reduction = _reduction(operation)
    if len(operation.inputs) > 1 and not operation.is_keras:
        _check(operation, kind)
    if reduction == "none":
        return operation.shape if kind in _ELEMENTWISE else shape_of(_target(operation))
    return () if reduction is not None else None


def _reduction(operation: Operation) -> str | None:
    layer = operation.call.receiver
    options = layer.call if isinstance(layer, Object) else operation.call
    return options.text(None, "reduction", "mean")


def _target(operation: Operation) -> Tensor | None:
    target = operation.inputs[1] if len(operation.inputs) > 1 else None
    return target if isinstance(target, Tensor) else None


def _check(operation: Operation, kind: str) -> None:
    prediction, target = operation.shape, shape_of(operation.inputs[1])
    if prediction is None or target is None:
        return
    if kind in _ELEMENTWISE:
        _check_elementwise(operation, prediction, target)
    elif kind in _BY_CLASS and len(prediction) >= 2:
        _check_classes(operation, prediction, target)


def _check_elementwise(
    operation: Operation, prediction: tuple[Size, ...], target: tuple[Size, ...]
) -> None:
    if stretches(prediction, target) or stretches(target, prediction):
        _refuse(operation, LOSS_BROADCAST, prediction, target)
    elif _contradict(prediction, target):
        _refuse(operation, LOSS_SHAPES, prediction, target)


def stretches(left: tuple[Size, ...], right: tuple[Size, ...]) -> bool:
    """Whether [N, 1] meets [N]: both are stretched to [N, N]."""
    if len(left) != len(right) + 1 or left[-1] != 1 or not right:
        return False
    return right[-1] != 1 and left[:-1] == right


def _contradict(left: tuple[Size, ...], right: tuple[Size, ...]) -> bool:
    return len(left) == len(right) and any(map(differ, left, right))


def _check_classes(
    operation: Operation, prediction: tuple[Size, ...], target: tuple[Size, ...]
) -> None:
    if len(target) == len(prediction) - 1:
        without_classes = (prediction[0], *prediction[2:])
        wrong = any(map(differ, without_classes, target))
    else:
        wrong = len(target) != len(prediction) or any(map(differ, prediction, target))
    if wrong:
        _refuse(operation, LOSS_SHAPES, prediction, target)


def _refuse(
    operation: Operation, what: str, prediction: tuple[Size, ...], target: tuple[Size, ...]
) -> None:
    expected, got = shape_text(prediction), shape_text(target)
    conflict(operation, what, expected, got, operation.inputs[1])
