"""Between values and the Python objects they stand for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from seismograd.source.evaluate.bounded import MAX_TEXT
from seismograd.source.evaluate.values import Const, Mapping, Place, Sequence, Unknown, Value

MAX_ITEMS = 4_096
MAX_DEPTH = 20
MAX_SOFT_DEPTH = 3
_SCALARS = (bool, int, float, complex, str, bytes, type(None), PurePath)


class NotPlain(Exception):
    """A value, or a part of it, is not known."""


def plain(value: Value) -> object:
    """The Python object that a value stands for; raises `NotPlain` where a part is unknown."""
    return value.value if isinstance(value, Const) else _Reader().read(value, 0)


class _Reader:
    """Reads nested containers; those that are enormous, or hold themselves, count as unknown."""

    def __init__(self) -> None:
        self._left = MAX_ITEMS

    def read(self, value: Value, depth: int) -> object:
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise NotPlain
        if isinstance(value, Const):
            return value.value
        if isinstance(value, Sequence) and not value.open:
            items = [self.read(item, depth + 1) for item in value.items]
            if value.kind == "tuple":
                return tuple(items)
            return slice(*items) if value.kind == "slice" else items
        if isinstance(value, Mapping) and not value.open:
            return {key: self.read(item, depth + 1) for key, item in value.items.items()}
        raise NotPlain


def is_soft(value: Value) -> bool:
    """Whether a default that may be overridden is in a value."""
    if isinstance(value, Const):
        return value.soft
    level = [value]
    for _ in range(MAX_SOFT_DEPTH + 1):
        # What holds the same thing many times is looked at once.
        level = list({id(item): item for outer in level for item in _items(outer)}.values())
        if any(isinstance(item, Const) and item.soft for item in level):
            return True
    return False


def _items(value: Value) -> Iterable[Value]:
    if isinstance(value, Sequence):
        return value.items
    return value.items.values() if isinstance(value, Mapping) else ()


def softened(value: Value) -> Value:
    """The value as a default that may be overridden when the program runs."""
    if isinstance(value, Const):
        return value.softened()
    return _softened(value, 0, {}) if isinstance(value, Sequence) else value


def _softened(value: Value, depth: int, made: dict[int, Value]) -> Value:
    if isinstance(value, Const):
        return value.softened()
    if not isinstance(value, Sequence) or depth > MAX_SOFT_DEPTH:
        return value
    if id(value) not in made:
        items = [_softened(item, depth + 1, made) for item in value.items]
        made[id(value)] = Sequence(value.kind, items, value.place, value.open)
    return made[id(value)]


def lift(thing: object, place: Place | None, soft: bool = False) -> Value:
    """The value that stands for a Python object."""
    if isinstance(thing, str | bytes) and len(thing) > MAX_TEXT:
        return Unknown(place)
    if isinstance(thing, _SCALARS):
        return Const(thing, place, soft)
    if isinstance(thing, dict):
        return Mapping({key: lift(item, place, soft) for key, item in thing.items()}, place)
    if isinstance(thing, list | tuple) and len(thing) <= MAX_ITEMS:
        return Sequence(type(thing).__name__, [lift(item, place, soft) for item in thing], place)
    return Unknown(place)
