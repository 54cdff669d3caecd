"""Indexing a tensor with numbers, slices, None, an ellipsis or other tensors."""

from __future__ import annotations

from seismograd.program.shapes.operation import Operation, axis_of, replaced, shape_of
from seismograd.program.shapes.sizes import count_between
from seismograd.source.evaluate.values import (
    Const,
    Extent,
    Sequence,
    Shape,
    Size,
    Symbol,
    Tensor,
    Value,
)


def getitem(operation: Operation) -> Shape:
    shape = operation.shape
    if shape is None or len(operation.inputs) < 2:
        return None
    if operation.name == "index_select":
        return _selected(operation, shape)
    index = operation.inputs[1]
    is_tuple = isinstance(index, Sequence) and index.kind == "tuple"
    parts = list(index.items) if is_tuple and isinstance(index, Sequence) else [index]
    return _indexed(shape, parts)


def _selected(operation: Operation, shape: tuple[Size, ...]) -> Shape:
    axis = axis_of(operation.integer(0, "dim"), len(shape))
    chosen = shape_of(operation.given(1, "index"))
    if axis is None:
        return None
    return replaced(shape, axis, chosen[0] if chosen else None)


def _indexed(shape: tuple[Size, ...], parts: list[Value]) -> Shape:
    if len(parts) == 1 and _holds_only(parts[0], str):
        return _columns(shape, parts[0])
    if sum(isinstance(part, Tensor) or _is_list(part) for part in parts) > 1:
        # Several index arrays are broadcast against each other.
        return None
    taken = sum(1 for part in parts if not _is_added(part) and not is_ellipsis(part))
    if taken > len(shape):
        return None
    gap = len(shape) - taken
    sizes: list[Size] = []
    at = 0
    for part in parts:
        if is_ellipsis(part):
            sizes.extend(shape[at : at + gap])
            at += gap
            gap = 0
            continue
        piece = _piece(None if _is_added(part) else shape[at], part)
        if piece is None:
            return None
        sizes.extend(piece)
        at += 0 if _is_added(part) else 1
    return (*sizes, *shape[at:])


def _columns(shape: tuple[Size, ...], names: Value) -> Shape:
    """What a list of names takes of a table: all rows."""
    if not isinstance(names, Sequence) or len(shape) != 2:
        return None
    return (shape[0], len(names.items))


def _holds_only(part: Value, kind: type) -> bool:
    """Whether an index is a list of constants of one kind; truth values are no numbers here."""
    return (
        isinstance(part, Sequence)
        and part.kind == "list"
        and not part.open
        and bool(part.items)
        and all(isinstance(item, Const) and type(item.value) is kind for item in part.items)
    )


def _piece(size: Size, part: Value) -> tuple[Size, ...] | None:
    """What an index leaves of an axis; None where that is not known."""
    if _is_added(part):
        return (1,)
    if isinstance(part, Const):
        is_number = isinstance(part.value, int) and not isinstance(part.value, bool)
        return () if is_number else None
    if isinstance(part, Extent):
        return ()
    if isinstance(part, Sequence) and part.kind == "slice":
        return (_slice_size(size, part),)
    if isinstance(part, Sequence) and _is_list(part):
        return (len(part.items),) if _holds_only(part, int) else None
    if isinstance(part, Tensor) and part.dtype in ("int64", "int32"):
        return part.shape
    return None


def _slice_size(size: Size, part: Sequence) -> Size:
    bounds = [item.value if isinstance(item, Const) else ... for item in part.items]
    if all(bound is None for bound in bounds):
        return size
    if not isinstance(size, int):
        return None
    numbers = [bound for bound in bounds if bound is None or isinstance(bound, int)]
    if len(numbers) != len(bounds) or numbers[2:] == [0]:
        return None
    return count_between(*slice(*numbers).indices(size))


def _is_list(part: Value) -> bool:
    return isinstance(part, Sequence) and part.kind == "list"


def _is_added(part: Value) -> bool:
    return isinstance(part, Const) and part.value is None


def is_ellipsis(part: Value) -> bool:
    return isinstance(part, Symbol) and part.path == "builtins.Ellipsis"
