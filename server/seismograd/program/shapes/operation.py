"""One operation as shape inference sees it: its inputs and its parameters, however given."""

from __future__ import annotations

import re
from functools import lru_cache

from seismograd.program.shapes.sizes import fresh, merged
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    Choice,
    Const,
    Extent,
    Sequence,
    Shape,
    Size,
    Tensor,
    Value,
    integer,
    is_none,
)

_LAST_FRAMEWORKS = ("keras.", "tensorflow.")


class Operation:
    """An operation with the call that applies it and, for layers, the call that built it."""

    __slots__ = ("built", "call", "inputs", "op", "path")

    def __init__(self, op: str, inputs: tuple[Value, ...], call: Call, built: Call | None) -> None:
        self.op = op
        self.inputs = inputs
        self.call = call
        self.built = built
        self.path = call.path if built is None else built.path

    @property
    def first(self) -> Value | None:
        return self.inputs[0] if self.inputs else None

    @property
    def shape(self) -> Shape:
        """The shape of the first input."""
        return shape_of(self.inputs[0]) if self.inputs else None

    @property
    def is_keras(self) -> bool:
        return self.path.startswith(_LAST_FRAMEWORKS)

    @property
    def is_function(self) -> bool:
        """Whether its parameters follow the input in one list."""
        return self.built is None and self.call.receiver is None

    @property
    def name(self) -> str:
        """The class, function or method behind the operation."""
        return self.path.rpartition(".")[2]

    @property
    def spatial_axes(self) -> int | None:
        """How many axes it slides along, as its name says."""
        return axes_in_name(self.name)

    def channels_last(self, default: bool | None = None) -> bool:
        options = self.call if self.built is None else self.built
        given = options.text(None, "data_format") or options.text(None, "dim_ordering")
        if given is not None:
            return given in ("channels_last", "tf")
        return self.is_keras if default is None else default

    def given(self, index: int | None, *names: str) -> Value | None:
        """A parameter by its position after the input, or by one of its names."""
        options = self.call if self.built is None else self.built
        for name in names:
            found = options.keywords.get(name)
            if found is not None:
                return found.value
        if index is None:
            return None
        at = index + 1 if self.is_function else index
        return options.positional[at].value if at < options.certain else None

    @property
    def is_open(self) -> bool:
        return (self.call if self.built is None else self.built).open

    def integer(self, index: int | None, *names: str, default: int | None = None) -> int | None:
        """A whole number given; the default where certainly nothing is given."""
        found = self.given(index, *names)
        if found is None:
            return None if self.is_open else default
        return integer(found)

    def flag(self, index: int | None, *names: str, default: bool = False) -> bool | None:
        found = self.given(index, *names)
        if found is None:
            return None if self.is_open else default
        known = found.value if isinstance(found, Const) else None
        return known if isinstance(known, bool) else None

    def per_axis(
        self, axes: int, index: int | None, *names: str, default: int | None = None
    ) -> list[int | None]:
        """A parameter that is one number for all axes or one for each."""
        found = self.given(index, *names)
        if found is None or is_none(found):
            return [None if self.is_open else default] * axes
        if isinstance(found, Sequence):
            numbers = [integer(item) for item in found.items]
            if len(numbers) == 1:
                return numbers * axes
            return numbers if len(numbers) == axes and not found.open else [None] * axes
        return [integer(found)] * axes


def shape_of(value: Value | None) -> Shape:
    """The shape of a value; numbers have no axes."""
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Choice):
        return merged([shape_of(option) for option in value.options])
    if isinstance(value, Const) and isinstance(value.value, int | float | complex):
        return ()
    return () if isinstance(value, Extent) else None


def size_of(value: Value | None) -> Size:
    """A size that the program writes as a number or takes from another shape."""
    if isinstance(value, Extent):
        return value.dim
    return integer(value)


def sizes_of(value: Value) -> list[Size] | None:
    """Several sizes in a tuple or list; None where their number is not known."""
    if isinstance(value, Sequence):
        return None if value.open or value.kind == "slice" else [size_of(i) for i in value.items]
    return None


def axis_of(axis: int | None, rank: int) -> int | None:
    """An axis counted from the front; None where there is no such axis."""
    if axis is None or not -rank <= axis < rank:
        return None
    return axis % rank


def replaced(shape: tuple[Size, ...], axis: int, size: Size) -> tuple[Size, ...]:
    """A shape with one axis of another size."""
    axis %= len(shape)
    return (*shape[:axis], size, *shape[axis + 1 :])


def unknown_axes(count: int) -> tuple[Size, ...]:
    return tuple(fresh() for _ in range(count))


@lru_cache(maxsize=512)
def axes_in_name(name: str) -> int | None:
    found = re.search(r"([123])[dD]", name)
    return int(found.group(1)) if found else None
