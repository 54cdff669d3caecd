"""Functions that make tensors: from sizes, from numbers, or like other tensors."""

from __future__ import annotations

from seismograd.program.shapes.operation import Operation, shape_of, size_of, sizes_of
from seismograd.program.shapes.reshaping import literal_shape
from seismograd.program.shapes.sizes import count_between
from seismograd.source.evaluate.values import Const, Extent, Sequence, Shape, Value, number


def _positional(operation: Operation) -> list[Value]:
    return [argument.value for argument in operation.call.positional]


def from_sizes(operation: Operation) -> Shape:
    """`zeros(2, 3)`, `zeros((2, 3))`, `zeros(size=(2, 3))`."""
    call = operation.call
    named = call.value(None, "size") or call.value(None, "shape")
    values = _positional(operation) if named is None else [named]
    if call.open or not values:
        return None
    if isinstance(values[0], Sequence):
        sizes = sizes_of(values[0])
        return None if sizes is None else tuple(sizes)
    counted = [value for value in values if isinstance(value, Const | Extent)]
    if len(counted) != len(values):
        return None
    return tuple(size_of(value) for value in values)


def from_data(operation: Operation) -> Shape:
    """`tensor([[1, 2], [3, 4]])`; `Tensor(2, 3)` takes sizes."""
    values = _positional(operation)
    if not values:
        return None
    if operation.name.endswith("Tensor") and isinstance(values[0], Const):
        return from_sizes(operation)
    return literal_shape(values[0])


def like(operation: Operation) -> Shape:
    return operation.shape


class SizedAfter:
    """Functions whose sizes stand behind other parameters, such as `randint(0, 10, (2, 3))`."""

    def __init__(self, *indices: int) -> None:
        self._indices = indices

    def __call__(self, operation: Operation) -> Shape:
        call = operation.call
        given = call.value(None, "size") or call.value(None, "shape")
        if given is None:
            given = next((value for index in self._indices
                          if (value := call.value(index, "size")) is not None
                          and isinstance(value, Sequence)), None)  # fmt: skip
        if given is None:
            return None
        sizes = sizes_of(given)
        if sizes is None:
            size = size_of(given)
            return None if size is None else (size,)
        return tuple(sizes)


def counted(operation: Operation) -> Shape:
    """`arange(stop)`, `arange(start, stop, step)`, `randperm(n)`."""
    values = _positional(operation)[:3]
    if len(values) == 1:
        return (size_of(values[0]),)
    numbers = [number(value) for value in values]
    whole = [item for item in numbers if isinstance(item, int)]
    if len(whole) != len(values) or len(whole) < 2 or whole[2:] == [0]:
        return (None,)
    step = whole[2] if len(whole) > 2 else 1
    return (count_between(whole[0], whole[1], step),)


def spaced(operation: Operation) -> Shape:
    return (size_of(operation.call.value(2, "steps") or operation.call.value(2, "num")),)


def identity_matrix(operation: Operation) -> Shape:
    values = _positional(operation)[:2]
    if not values:
        return None
    rows = size_of(values[0])
    columns = values[1] if len(values) > 1 else None
    return (rows, size_of(columns) if isinstance(columns, Const) else rows)


def parameter(operation: Operation) -> Shape:
    return shape_of(operation.first)
