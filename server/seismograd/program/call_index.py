"""Calls found by what they call, on what, or what they make, without going through all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor, Value


class CallIndex:
    """An index over calls that keeps their order."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._by_path: dict[str, list[tuple[int, Call]]] = {}
        self._by_method: dict[str, list[tuple[int, Call]]] = {}
        self._by_receiver: dict[int, list[Call]] = {}
        self._by_operation: dict[str, list[tuple[int, Call]]] = {}
        for position, call in enumerate(calls):
            self._add(position, call)

    def _add(self, position: int, call: Call) -> None:
        entry = (position, call)
        self._by_path.setdefault(call.path, []).append(entry)
        self._by_method.setdefault(call.method, []).append(entry)
        if call.receiver is not None:
            self._by_receiver.setdefault(id(call.receiver), []).append(call)
        result = call.result
        if isinstance(result, Tensor) and result.call is call:
            self._by_operation.setdefault(result.op, []).append(entry)

    def to(self, *paths: str) -> Iterator[Call]:
        """Calls by canonical name; a name that starts with `*.` matches a method of anything."""
        found: dict[int, Call] = {}
        for path in paths:
            by_method = path.startswith("*.")
            entries = self._by_method.get(path[2:]) if by_method else self._by_path.get(path)
            found.update(entries or ())
        return _in_order(found)

    def named(self, *methods: str) -> Iterator[Call]:
        """Calls by the last part of their name."""
        return _in_order(dict(e for method in methods for e in self._by_method.get(method, ())))

    def on(self, receiver: Value) -> list[Call]:
        """Calls of a value and of its methods."""
        return self._by_receiver.get(id(receiver), [])

    def making(self, *operations: str) -> Iterator[Call]:
        """Calls that make a tensor by one of these operations."""
        return _in_order(dict(e for op in operations for e in self._by_operation.get(op, ())))


def _in_order(found: dict[int, Call]) -> Iterator[Call]:
    return (found[position] for position in sorted(found))
