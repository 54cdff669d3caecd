"""JSON of unknown origin as typed values: what does not fit is left out, and nothing raises."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import islice
from types import NoneType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
Reading = Callable[[object], Any]
"""Gives None for what it cannot make sense of."""

MAX_TEXT = 5_000
MAX_ITEMS = 200_000
MAX_WHOLE = 2**63
NAMED_NUMBERS = {
    "nan": math.nan,
    "inf": math.inf,
    "-inf": -math.inf,
}


def number(value: object) -> float | None:
    if type(value) is float:
        return value
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    return NAMED_NUMBERS.get(value) if isinstance(value, str) else None


def whole(value: object) -> int | None:
    if type(value) is float and value.is_integer():
        value = int(value)
    return value if type(value) is int and -MAX_WHOLE <= value < MAX_WHOLE else None


def flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def text(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    shown = value[:MAX_TEXT]
    # Half of a pair of surrogates cannot be written down again by anybody.
    return shown if shown.isascii() else shown.encode("utf-8", "replace").decode("utf-8")


def scalar(value: object) -> object:
    """A value whose type is the writer's business, as long as it is a simple one."""
    if isinstance(value, str):
        return text(value)
    return value if isinstance(value, bool) else whole(value) if _is_whole(value) else number(value)


def _is_whole(value: object) -> bool:
    return type(value) is int


def record(kind: type[Record], found: Mapping[Any, object]) -> Record:
    """A dataclass from the fields that fit; the others keep their defaults."""
    readings, factories = _plan(kind)  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for name, value in found.items():
        reading = readings.get(name)
        if reading is number and type(value) is float:
            values[name] = value
        elif reading is not None and (fitting := reading(value)) is not None:
            values[name] = fitting
    for name, factory in factories:
        if name not in values:
            values[name] = factory()
    # Not by its `__init__`: a trace has millions of them. Plain defaults lie in the class.
    made = object.__new__(kind)
    made.__dict__.update(values)
    return made


_Plan = tuple[dict[str, Reading], tuple[tuple[str, Callable[[], Any]], ...]]


@cache
def _plan(kind: Any) -> _Plan:
    """How each field is read, and which ones have a default of their own in every record."""
    hints = get_type_hints(kind)
    readings = {
        sys.intern(field.name): field.metadata.get("reading") or _reading_of(hints[field.name])
        for field in fields(kind)
    }
    factories = tuple(
        (field.name, field.default_factory)
        for field in fields(kind)
        if field.default_factory is not MISSING
    )
    return readings, factories


_SIMPLE: dict[Any, Reading] = {
    float: number,
    int: whole,
    bool: flag,
    str: text,
    object: scalar,
}


def _reading_of(hint: Any) -> Reading:
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if get_origin(hint) is tuple:
        return _items(get_args(hint)[0])
    if get_origin(hint) is Mapping:
        return _mapping(get_args(hint)[1])
    if _is_optional(hint):
        return _reading_of(_present(hint))
    assert is_dataclass(hint), f"{hint} cannot be read from JSON"
    return _record(hint)  # type: ignore[arg-type]


def _items(hint: Any) -> Reading:
    reading = _reading_of(hint)
    keeps_places = _is_optional(hint)

    def read(value: object) -> tuple[Any, ...] | None:
        if not isinstance(value, list):
            return None
        items = map(reading, islice(value, MAX_ITEMS))
        return tuple(items) if keeps_places else tuple(i for i in items if i is not None)

    return read


def _mapping(hint: Any) -> Reading:
    reading = _reading_of(hint)

    def read(value: object) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            return None
        pairs = ((text(key), reading(item)) for key, item in islice(value.items(), MAX_ITEMS))
        return {key: item for key, item in pairs if key is not None and item is not None}

    return read


def _record(kind: type[Any]) -> Reading:
    return lambda value: record(kind, value) if isinstance(value, dict) else None


def _is_optional(hint: Any) -> bool:
    return get_origin(hint) is not None and NoneType in get_args(hint)


def _present(hint: Any) -> Any:
    return Union[tuple(kind for kind in get_args(hint) if kind is not NoneType)]  # noqa: UP007
