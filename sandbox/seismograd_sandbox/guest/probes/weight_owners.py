"""Which module or layer has a tensor, and by which name: registered as its weight, or not."""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from ..places import Places

REGISTERED = "_parameters"
DEEP = 2
"""Lists in lists, and no further."""
MOST_ITEMS = 1_000
"""Of a list or dictionary that are looked at."""


@dataclass(frozen=True)
class Owner:
    holder: Any
    name: str
    """Of the attribute, or of the parameter."""
    is_registered: bool


def owners_of(wanted: set[int], holders: Iterable[Any]) -> dict[int, Owner]:
    """By the identity of the tensor; what is registered anywhere counts as that."""
    found: dict[int, Owner] = {}
    for holder in holders:
        for attribute, value in list(getattr(holder, "__dict__", {}).items()):
            is_registered = attribute == REGISTERED
            for name, one in _things(value, attribute, DEEP):
                known = found.get(id(one))
                if id(one) in wanted and (known is None or is_registered):
                    found[id(one)] = Owner(holder, name, is_registered)
    return found


def line_that_sets(owner: Owner, places: Places) -> dict[str, Any] | None:
    """Where a class of the project gives itself an attribute of this name."""
    for kind in type(owner.holder).__mro__:
        for method in vars(kind).values():
            code = getattr(method, "__code__", None)
            if not isinstance(code, CodeType) or places.in_project(code.co_filename) is None:
                continue
            line = _line_of(code, owner.name)
            if line is not None:
                return {"file": places.in_project(code.co_filename), "line": line}
    return None


def _things(value: Any, name: str, deep: int) -> Iterator[tuple[str, Any]]:
    """The value itself, and what is in it where it is a list or dictionary."""
    yield name, value
    if deep and isinstance(value, (list, tuple)):
        for one in value[:MOST_ITEMS]:
            yield from _things(one, name, deep - 1)
    elif deep and isinstance(value, dict):
        for key, one in list(value.items())[:MOST_ITEMS]:
            inside = str(key) if name in (REGISTERED, "_buffers") else name
            yield from _things(one, inside, deep - 1)


def _line_of(code: CodeType, name: str) -> int | None:
    line: int | None = None
    starts = dict(dis.findlinestarts(code))
    for instruction in dis.get_instructions(code):
        line = starts.get(instruction.offset) or line
        if instruction.opname == "STORE_ATTR" and instruction.argval == name:
            return line
    return None
