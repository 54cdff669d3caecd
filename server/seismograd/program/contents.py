"""What a value holds: the items of lists and dicts, the attributes of objects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from seismograd.source.evaluate.values import Choice, Instance, Mapping, Sequence, Value

DEPTH = 4
"""How far down is looked: a network in a list in a dict of a trainer is found."""
MAX_PARTS = 60_000
"""Parts of a structure that are copied; no file writes down more of them, however it is read."""


def contents(holder: Value) -> Iterator[Value]:
    """A value and what it holds, each once."""
    return reached(holder, parts, DEPTH)


def leaves(
    value: Value, containers: tuple[type[Value], ...] = (Sequence, Mapping)
) -> Iterator[Value]:
    """What stands in a list, tuple or dict and in those it holds; of another value, itself."""
    return (part for part in within(value, containers) if not isinstance(part, containers))


def within(value: Value, containers: tuple[type[Value], ...]) -> Iterator[Value]:
    """A value and all that stands in it, in order; a container that is met again is passed over."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if not isinstance(current, containers):
            yield current
        elif id(current) not in seen:
            # A list may hold itself.
            seen.add(id(current))
            yield current
            pending.extend(reversed(list(parts(current))))


def reached(value: Value, step: Callable[[Value], Iterable[Value]], depth: int) -> Iterator[Value]:
    """A value and what steps lead to from it, each once, in order of their number."""
    seen: set[int] = set()
    level: Iterable[Value] = [value]
    for _ in range(depth + 1):
        fresh = {id(found): found for found in level if id(found) not in seen}
        yield from fresh.values()
        seen |= fresh.keys()
        level = [inner for found in fresh.values() for inner in step(found)]


def is_modest(value: Value) -> bool:
    """Whether nested lists and dicts can be gone through one by one, the same ones repeatedly."""
    left = MAX_PARTS
    pending = [value]
    while pending and left > 0:
        left -= 1
        current = pending.pop()
        if isinstance(current, Sequence | Mapping):
            pending.extend(list(parts(current))[:left])
    return not pending


def parts(value: Value) -> Collection[Value]:
    """What a value holds itself."""
    if isinstance(value, Sequence):
        return value.items
    if isinstance(value, Mapping):
        return value.items.values()
    if isinstance(value, Choice):
        return value.options
    return value.attributes.values() if isinstance(value, Instance) else ()
