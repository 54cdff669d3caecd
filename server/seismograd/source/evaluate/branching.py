"""Running code under a condition that is not known: every way is run, then the states meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from seismograd.source.evaluate.values import (
    MAX_SEQUENCE,
    Choice,
    Const,
    Mapping,
    Sequence,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.calls import Loop

MAX_OPTIONS = 6


class Signal(IntEnum):
    """How a block ended; the higher, the sooner the run goes on after it."""

    NORMAL = 0
    RAISE = 1
    RETURN = 2
    BREAK = 3
    CONTINUE = 4


class _Missing(Value):
    __slots__ = ()


MISSING = _Missing()
_Container = dict[Any, Value] | Sequence | Mapping
_Entry = tuple[_Container, object, object]
_Writes = dict[tuple[int, object], tuple[_Container, object, object]]


class Store:
    """All writes to scopes, objects and lists go through here, so that they can be taken back."""

    def __init__(self) -> None:
        self._journals: list[list[_Entry]] = []
        self.departures = 0
        """How often one way left a loop or function while another went on."""

    def set(self, container: dict[str, Value], key: str, value: Value) -> None:
        self._write(container, key, value)

    def set_item(self, container: dict[object, Value], key: object, value: Value) -> None:
        self._write(container, key, value)

    def remove_item(self, container: dict[object, Value], key: object) -> None:
        self._write(container, key, MISSING)

    def set_items(self, sequence: Sequence, items: list[Value], open_: bool) -> None:
        self._write(sequence, None, (items, open_))

    def grow(
        self, sequence: Sequence, items: list[Value], loop: Loop | None, open_: bool = False
    ) -> None:
        """Give a list other items; what a loop does once may be done many times."""
        repeated = is_repeated(loop, sequence.loop) or len(items) > MAX_SEQUENCE
        kept = items if len(items) <= MAX_SEQUENCE else []
        self._write(sequence, None, (kept, sequence.open or open_ or repeated))

    def open(self, mapping: Mapping) -> None:
        """From here on a dict may hold keys that are not known."""
        if not mapping.open:
            self._write(mapping, None, True)

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """Writes that stay whatever way is taken: a module is run once, and not under a branch."""
        kept, self._journals = self._journals, []
        try:
            yield
        finally:
            self._journals = kept

    def _write(self, container: _Container, key: object, value: object) -> None:
        if self._journals:
            self._journals[-1].append((container, key, _read(container, key)))
        _assign(container, key, value)

    def alternatives(self, ways: list[Callable[[], Signal]], taken: int | None = None) -> Signal:
        """Run each way from the same state and let the states that go on meet.

        With `taken`, the state of that way wins where it goes on at all.
        """
        if not ways:
            return Signal.NORMAL
        outcomes = [self._attempt(way) for way in ways]
        going_on = [writes for signal, writes in outcomes if signal is Signal.NORMAL]
        if not going_on:
            return self._leave(outcomes)
        if any(signal is Signal.BREAK for signal, _ in outcomes):
            self.departures += 1
        if taken is not None and outcomes[taken][0] is Signal.NORMAL:
            going_on = [outcomes[taken][1]]
        self._meet(going_on)
        return Signal.NORMAL

    def _leave(self, outcomes: list[tuple[Signal, _Writes]]) -> Signal:
        """No way goes on here: the one that goes on soonest elsewhere decides."""
        leaving = max(signal for signal, _ in outcomes)
        self._meet([writes for signal, writes in outcomes if signal is leaving])
        return leaving

    def _attempt(self, way: Callable[[], Signal]) -> tuple[Signal, _Writes]:
        journal: list[_Entry] = []
        self._journals.append(journal)
        try:
            signal = way()
        finally:
            self._journals.pop()
            writes: _Writes = {}
            for container, key, _ in journal:
                writes[id(container), key] = (container, key, _read(container, key))
            for container, key, old in reversed(journal):
                _assign(container, key, old)
        return signal, writes

    def _meet(self, states: list[_Writes]) -> None:
        keys = {place: entry for writes in states for place, entry in writes.items()}
        for place, (container, key, _) in keys.items():
            before = _read(container, key)
            found = [writes[place][2] if place in writes else before for writes in states]
            self._write(container, key, _meet(container, found))


def _read(container: _Container, key: object) -> object:
    if isinstance(container, dict):
        return container.get(key, MISSING)
    if isinstance(container, Sequence):
        return container.items, container.open
    return container.open


def _assign(container: _Container, key: object, value: object) -> None:
    if isinstance(container, dict):
        if value is MISSING:
            container.pop(key, None)
        else:
            container[key] = value  # type: ignore[assignment]
    elif isinstance(container, Sequence):
        container.items, container.open = value  # type: ignore[misc]
    else:
        container.open = bool(value)


def _meet(container: _Container, found: list[object]) -> object:
    if isinstance(container, dict):
        return join([value for value in found if isinstance(value, Value)])
    if isinstance(container, Sequence):
        return _meet_lists(found)  # type: ignore[arg-type]
    return any(found)


def _meet_lists(states: list[tuple[list[Value], bool]]) -> tuple[list[Value], bool]:
    first = states[0]
    if all(items == first[0] and open_ == first[1] for items, open_ in states):
        return first
    common = []
    for column in zip(*(items for items, _ in states), strict=False):
        if any(item is not column[0] for item in column):
            break
        common.append(column[0])
    return common, True


def is_repeated(now: Loop | None, home: Loop | None) -> bool:
    """Whether code in a loop runs more than once for a thing made in another (or no) loop."""
    current = now
    while current is not None and current is not home:
        current = current.outer
    return current is home and now is not home


def join(values: list[Value]) -> Value:
    """The value that may be any of these."""
    if len(values) == 1:
        return values[0]
    distinct: list[Value] = []
    for value in values:
        options = value.options if isinstance(value, Choice) else (value,)
        for option in options:
            if option is not MISSING and not any(_same(option, other) for other in distinct):
                distinct.append(option)
        if len(distinct) > MAX_OPTIONS:
            return Unknown()
    if len(distinct) == 1:
        return distinct[0]
    return Choice(tuple(distinct)) if distinct else MISSING


def _same(left: Value, right: Value) -> bool:
    if left is right:
        return True
    if isinstance(left, Const) and isinstance(right, Const):
        return type(left.value) is type(right.value) and left.value == right.value
    return False
