"""What a loop goes over: all items where they can be listed, else one that stands for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seismograd.source.evaluate.branching import join
from seismograd.source.evaluate.enumerations import is_enumeration, members_of
from seismograd.source.evaluate.values import (
    Choice,
    Class,
    Const,
    Instance,
    Mapping,
    Object,
    Place,
    Sequence,
    Stream,
    Tensor,
    Unknown,
    Value,
    integer,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.calls import Call
    from seismograd.source.evaluate.interpreter import Interpreter

MAX_ITEMS = 256
MAX_SHOWN = 4
ITEMS_PER_STEP = 16
"""Items that are listed in the time of one step."""
PASSING_ON = frozenset(
    {
        "builtins.iter", "builtins.list", "builtins.sorted", "builtins.tuple", "tqdm.auto.tqdm",
        "tqdm.notebook.tqdm", "tqdm.tqdm", "tqdm.auto.trange", "tqdm.trange",
    }
)  # fmt: skip


def items_of(run: Interpreter, value: Value) -> list[Value] | None:
    """All items in order, or None where they cannot be listed."""
    found = _items_of(run, value)
    run.spend(1 if found is None else 1 + len(found) // ITEMS_PER_STEP)
    return found


def _items_of(run: Interpreter, value: Value) -> list[Value] | None:
    if isinstance(value, Sequence):
        return None if value.open or value.kind == "slice" else list(value.items)
    if isinstance(value, Mapping):
        return None if value.open else [Const(key) for key in value.items]
    if isinstance(value, Object):
        listed = _object_items(run, value)
        if listed is not None:
            return listed
    if isinstance(value, Const) and isinstance(value.value, str):
        if len(value.value) > MAX_ITEMS:
            return None
        return [Const(character, value.place) for character in value.value]
    if isinstance(value, Class) and is_enumeration(value):
        return list(members_of(value))
    if isinstance(value, Instance) and is_tuple(value):
        return list(value.attributes.values())
    for model in run.library.iterations:
        found = model(value)
        if found is not None:
            return found
    return None


def is_tuple(value: Value) -> bool:
    """Whether a value is a named tuple of the project."""
    return isinstance(value, Instance) and "typing.NamedTuple" in value.cls.library_bases


def _object_items(run: Interpreter, value: Object) -> list[Value] | None:
    call = value.call
    if value.path == "builtins.range":
        return range_items(call)
    if value.path not in LISTED:
        return None
    inner = [items_of(run, argument.value) for argument in call.positional]
    if not inner or inner[0] is None:
        return None
    first = inner[0]
    if value.path == "builtins.enumerate":
        start = call.integer(1, "start", 0)
        if start is None:
            return None
        return [_pair(Const(start + i), item) for i, item in enumerate(first)]
    if value.path == "builtins.reversed":
        return first[::-1]
    if value.path == "builtins.zip" and None not in inner:
        columns = [column for column in inner if column is not None]
        return [Sequence("tuple", list(row)) for row in zip(*columns, strict=False)]
    return first if value.path in PASSING_ON else None


LISTED = (PASSING_ON - {"builtins.sorted"}) | {
    "builtins.enumerate", "builtins.reversed", "builtins.zip",
}  # fmt: skip


def range_bounds(call: Call) -> tuple[int, int, int] | None:
    numbers = [integer(argument.value) for argument in call.positional]
    known = [item for item in numbers if item is not None]
    if not known or len(known) != len(numbers) or len(known) > 3:
        return None
    start, stop = (0, known[0]) if len(known) == 1 else (known[0], known[1])
    step = known[2] if len(known) == 3 else 1
    return (start, stop, step) if step else None


def range_length(bounds: tuple[int, int, int]) -> int:
    """The length of a range, which Python itself does not say where it is beyond its indices."""
    start, stop, step = bounds
    return max(0, -((start - stop) // step))


def range_items(call: Call) -> list[Value] | None:
    bounds = range_bounds(call)
    if bounds is None or range_length(bounds) > MAX_ITEMS:
        return None
    return [Const(item, call.place) for item in range(*bounds)]


def _pair(left: Value, right: Value) -> Sequence:
    return Sequence("tuple", [left, right])


def element_of(run: Interpreter, value: Value, place: Place | None = None) -> Value:
    """One item that stands for all."""
    run.spend(1)
    if isinstance(value, Stream):
        return value.element
    if isinstance(value, Sequence) and value.items:
        return _one_of(value)
    for model in run.library.elements:
        found = model(value)
        if found is not None:
            return found
    if isinstance(value, Object):
        found = _object_element(run, value)
        if found is not None:
            return found
    if isinstance(value, Tensor):
        shape = None if value.shape is None else value.shape[1:]
        return Tensor("getitem", (value,), shape, value.place)
    return Unknown(place or value.place, "item")


def _one_of(sequence: Sequence) -> Value:
    shown = sequence.items[:MAX_SHOWN]
    if len(sequence.items) == 1:
        return shown[0]
    rest = [Unknown(sequence.place, "item")] if len(sequence.items) > MAX_SHOWN else []
    if any(isinstance(item, Choice) for item in shown):
        return join([*shown, *rest])
    return Choice((*shown, *rest))


def _object_element(run: Interpreter, value: Object) -> Value | None:
    arguments = [argument.value for argument in value.call.positional]
    if not arguments:
        iterable = value.call.value(None, "iterable")
        return element_of(run, iterable) if iterable and value.path in PASSING_ON else None
    if value.path == "builtins.enumerate":
        return _pair(Unknown(hint="index"), element_of(run, arguments[0]))
    if value.path == "builtins.zip":
        return Sequence("tuple", [element_of(run, argument) for argument in arguments])
    if value.path in PASSING_ON or value.path == "builtins.reversed":
        return element_of(run, arguments[0])
    return None
