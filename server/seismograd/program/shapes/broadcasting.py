"""Arithmetic between tensors, element by element."""

from __future__ import annotations

from itertools import zip_longest

from seismograd.program.shapes.mismatch import BROADCAST, conflict, shape_text
from seismograd.program.shapes.operation import Operation, shape_of
from seismograd.source.evaluate.values import Sequence, Shape, Size, Value

IMAGE_AXES = 3


def elementwise(operation: Operation) -> Shape:
    """The shape that all operands are stretched to."""
    operands: list[Value] = []
    for value in operation.inputs:
        operands.extend(value.items if isinstance(value, Sequence) else [value])
    if not operands:
        return None
    result = shape_of(operands[0])
    for operand in operands[1:]:
        result = _met(operation, result, operand)
    return result


def _met(operation: Operation, left: Shape, operand: Value) -> Shape:
    right = shape_of(operand)
    if left is None or right is None:
        return _beside_unknown(left or right)
    if incompatible(left, right):
        conflict(operation, BROADCAST, shape_text(left), shape_text(right), operand)
        return left if len(left) >= len(right) else right
    return broadcast(left, right)


def _beside_unknown(shape: Shape) -> Shape:
    """What is known of a sum of which one part is not known.

    Images and sequences are added to their like; what has fewer axes may be stretched to anything.
    """
    if shape is None or len(shape) < IMAGE_AXES:
        return None
    return tuple(None if size == 1 else size for size in shape)


def incompatible(left: tuple[Size, ...], right: tuple[Size, ...]) -> bool:
    """Whether two shapes certainly cannot be stretched to one."""
    pairs = zip(reversed(left), reversed(right), strict=False)
    return any(
        isinstance(a, int) and isinstance(b, int) and a != b and 1 not in (a, b) for a, b in pairs
    )


def broadcast(left: tuple[Size, ...], right: tuple[Size, ...]) -> Shape:
    pairs = zip_longest(reversed(left), reversed(right), fillvalue=1)
    return tuple(_stretched(a, b) for a, b in pairs)[::-1]


def _stretched(left: Size, right: Size) -> Size:
    if left == right or right == 1:
        return left
    if left == 1:
        return right
    # One of the two is not known: were it not one, it would be the other.
    if isinstance(left, int):
        return left
    return right if isinstance(right, int) else None


def chosen(operation: Operation) -> Shape:
    """`where` picks from its second and third input."""
    if len(operation.inputs) < 3:
        return None
    inner = Operation(operation.op, operation.inputs[1:3], operation.call, operation.built)
    condition = shape_of(operation.inputs[0])
    result = elementwise(inner)
    if condition is None or result is None:
        return None
    return None if incompatible(condition, result) else broadcast(condition, result)
