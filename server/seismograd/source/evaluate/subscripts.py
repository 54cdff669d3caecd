"""Indexing into what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seismograd.source.evaluate.branching import join
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.enumerations import is_enumeration
from seismograd.source.evaluate.iteration import is_tuple, items_of
from seismograd.source.evaluate.literals import NotPlain, plain
from seismograd.source.evaluate.values import (
    Choice,
    Class,
    Const,
    EnumMember,
    Instance,
    Mapping,
    Place,
    Sequence,
    Stream,
    Symbol,
    Unknown,
    Value,
    integer,
    text,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter


def subscript(run: Interpreter, base: Value, index: Value, place: Place) -> Value:
    """The value of `base[index]`."""
    if isinstance(base, Choice):
        return join([subscript(run, option, index, place) for option in base.options])
    if isinstance(base, Sequence):
        return _sequence_item(base, index, place)
    if isinstance(base, Mapping):
        return _mapping_item(base, index, place)
    if isinstance(base, Const) and isinstance(base.value, str):
        return _text_item(base, index, place)
    if isinstance(base, Class | Symbol) and _is_generic(base):
        # A generic alias such as `list[int]` stands for the class itself.
        return base
    return _modelled(run, base, index, place) or _remembered(base, index, place)


def _is_generic(base: Class | Symbol) -> bool:
    if isinstance(base, Class):
        return not is_enumeration(base)
    name = base.path.rpartition(".")[2]
    return name[:1].isupper() or base.path.startswith("builtins.")


def _modelled(run: Interpreter, base: Value, index: Value, place: Place) -> Value | None:
    if isinstance(base, Instance) and base.cls.lookup("__getitem__") is not None:
        call = Call("", [Argument(index, place)], {}, place, run)
        return run.invocation.call_attribute(base, "__getitem__", call)
    if isinstance(base, Class):
        found = base.lookup(text(index) or "")
        return found if isinstance(found, EnumMember) else None
    if is_tuple(base):
        return _sequence_item(Sequence("tuple", items_of(run, base) or []), index, place)
    call = Call("operator.getitem", [Argument(base, place), Argument(index, place)], {}, place, run)
    for model in run.library.subscripts:
        found = model(base, index, call)
        if found is not None:
            call.result = found
            run.record(call)
            return found
    return None


def _remembered(base: Value, index: Value, place: Place) -> Value:
    if isinstance(base, Stream):
        return base.element
    if not isinstance(index, Const):
        return Unknown(place)
    if base.members is None:
        base.members = {}
    return base.members.setdefault(f"[{index.value!r}]", Unknown(place))


def _sequence_item(base: Sequence, index: Value, place: Place) -> Value:
    if isinstance(index, Sequence) and index.kind == "slice":
        return _sequence_slice(base, index, place)
    at = integer(index)
    lowest = 0 if base.open else -len(base.items)
    if at is not None and lowest <= at < len(base.items):
        return base.items[at]
    if at is None and base.items and not base.open:
        return join(list(base.items))
    return Unknown(place)


def _sequence_slice(base: Sequence, index: Sequence, place: Place) -> Value:
    bounds = [item.value for item in index.items if isinstance(item, Const)]
    if len(bounds) != 3 or base.open or not all(b is None or isinstance(b, int) for b in bounds):
        return Sequence(base.kind, [], place, True)
    if bounds[2] == 0:
        return Unknown(place)
    return Sequence(base.kind, base.items[slice(*bounds)], place)  # type: ignore[arg-type]


def _mapping_item(base: Mapping, index: Value, place: Place) -> Value:
    if isinstance(index, Const | Symbol):
        key = index.value if isinstance(index, Const) else index.path
        found = base.items.get(key)
        return found if found is not None else Unknown(place)
    if base.items and not base.open:
        return join(list(base.items.values()))
    return Unknown(place)


def _text_item(base: Const, index: Value, place: Place) -> Value:
    try:
        return Const(str(base.value)[plain(index)], place, base.soft)  # type: ignore[index]
    except (NotPlain, LookupError, TypeError, ValueError):
        return Unknown(place)
