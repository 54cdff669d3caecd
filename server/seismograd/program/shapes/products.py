"""Products of matrices and of tensors by index notation."""

from __future__ import annotations

from seismograd.program.shapes.broadcasting import broadcast, incompatible
from seismograd.program.shapes.mismatch import MATMUL, conflict, shape_text
from seismograd.program.shapes.operation import Operation, shape_of
from seismograd.program.shapes.sizes import differ
from seismograd.source.evaluate.values import Shape, Size, Tensor, text


def matmul(operation: Operation) -> Shape:
    if operation.name in ("baddbmm", "addmm") or len(operation.inputs) < 2:
        return None
    left, right = shape_of(operation.inputs[0]), shape_of(operation.inputs[1])
    if not left or not right:
        return None
    inner = right[-2] if len(right) > 1 else right[0]
    if differ(left[-1], inner):
        conflict(operation, MATMUL, shape_text(left), shape_text(right), operation.inputs[1])
        return None
    rows = left[-2:-1]
    columns = right[-1:] if len(right) > 1 else ()
    batch = left[:-2], right[:-2]
    if incompatible(*batch):
        conflict(operation, MATMUL, shape_text(left), shape_text(right), operation.inputs[1])
        return None
    stretched = broadcast(*batch)
    return None if stretched is None else (*stretched, *rows, *columns)


def dot(operation: Operation) -> Shape:
    return None if operation.is_keras else ()


def einsum(operation: Operation) -> Shape:
    """Index notation without ellipses."""
    notation = text(operation.first)
    if notation is None or "." in notation:
        return None
    sources, arrow, result = notation.replace(" ", "").partition("->")
    shapes = [shape_of(value) for value in operation.inputs[1:]]
    letters: dict[str, Size] = {}
    if not arrow or len(shapes) != sources.count(",") + 1:
        return None
    for names, shape in zip(sources.split(","), shapes, strict=True):
        if shape is None or len(shape) != len(names):
            continue
        for name, size in zip(names, shape, strict=True):
            if differ(letters.get(name), size):
                _refuse(operation, name, size, letters[name])
            if not isinstance(letters.get(name), int):
                letters[name] = size
    return tuple(letters.get(name) for name in result)


def _refuse(operation: Operation, name: str, size: Size, other: Size) -> None:
    source = next((value for value in operation.inputs if isinstance(value, Tensor)), None)
    if source is not None:
        conflict(operation, MATMUL, f"{name} = {other}", f"{name} = {size}", source)


def outer(operation: Operation) -> Shape:
    shapes = [shape_of(value) for value in operation.inputs[:2]]
    if len(shapes) < 2 or any(shape is None or len(shape) != 1 for shape in shapes):
        return None
    return tuple(size for shape in shapes for size in shape or ())


def pairwise_distance(operation: Operation) -> Shape:
    """`cdist`: every row of one against every row of the other."""
    shapes = [shape_of(value) for value in operation.inputs[:2]]
    if len(shapes) < 2:
        return None
    left, right = shapes
    if not left or not right or len(left) < 2 or len(left) != len(right):
        return None
    return (*left[:-1], right[-2])
