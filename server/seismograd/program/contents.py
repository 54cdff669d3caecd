"""What a value holds: the items of lists and dicts, the attributes of objects."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from seismograd.source.evaluate.values import Choice, Instance, Mapping, Sequence, Value

DEPTH = 4
"""How far down is looked: a network in a list in a dict of a trainer is found."""


def contents(holder: Value) -> Iterator[Value]:
    """A value and what it holds, each once."""
    seen: set[int] = set()
    level: list[Value] = [holder]
    for _ in range(DEPTH + 1):
        fresh = {id(value): value for value in level if id(value) not in seen}
        if not fresh:
            return
        yield from fresh.values()
        seen |= fresh.keys()
        level = [inner for value in fresh.values() for inner in parts(value)]


def leaves(value: Value) -> Iterator[Value]:
    """What stands in a list, tuple or dict and in those it holds; of another value, itself."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if not isinstance(current, Sequence | Mapping):
            yield current
        elif id(current) not in seen:
            # A list may hold itself.
            seen.add(id(current))
            pending.extend(reversed(list(parts(current))))


def parts(value: Value) -> Collection[Value]:
    """What a value holds itself."""
    if isinstance(value, Sequence):
        return value.items
    if isinstance(value, Mapping):
        return value.items.values()
    if isinstance(value, Choice):
        return value.options
    return value.attributes.values() if isinstance(value, Instance) else ()
