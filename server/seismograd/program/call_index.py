"""Calls found by what they call, on what, or what they make, without going through all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor, Value

_Entries = list[tuple[int, Call]]


class CallIndex:
    """An index over the calls of one run."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self.by_path: dict[str, _Entries] = {}
        self.by_method: dict[str, _Entries] = {}
        self.by_receiver: dict[int, list[Call]] = {}
        self.by_operation: dict[str, _Entries] = {}
        for position, call in enumerate(calls):
            self._add((position, call), call)

    def _add(self, entry: tuple[int, Call], call: Call) -> None:
        self.by_path.setdefault(call.path, []).append(entry)
        self.by_method.setdefault(call.method, []).append(entry)
        if call.receiver is not None:
            self.by_receiver.setdefault(id(call.receiver), []).append(call)
        result = call.result
        if isinstance(result, Tensor) and result.call is call:
            self.by_operation.setdefault(result.op, []).append(entry)


class Calls:
    """The calls of several runs, each indexed once however often runs are put together anew."""

    def __init__(self, indexes: Sequence[CallIndex]) -> None:
        self._indexes = indexes

    def to(self, *paths: str) -> Iterator[Call]:
        """Calls by canonical name; a name that starts with `*.` matches a method of anything."""
        for index in self._indexes:
            yield from _in_order([_named(index, path) for path in paths])

    def named(self, *methods: str) -> Iterator[Call]:
        """Calls by the last part of their name."""
        for index in self._indexes:
            yield from _in_order([index.by_method.get(method) for method in methods])

    def on(self, receiver: Value) -> Iterator[Call]:
        """Calls of a value and of its methods."""
        for index in self._indexes:
            yield from index.by_receiver.get(id(receiver), ())

    def making(self, *operations: str) -> Iterator[Call]:
        """Calls that make a tensor by one of these operations."""
        for index in self._indexes:
            yield from _in_order([index.by_operation.get(name) for name in operations])


def _named(index: CallIndex, path: str) -> _Entries | None:
    return index.by_method.get(path[2:]) if path.startswith("*.") else index.by_path.get(path)


def _in_order(groups: list[_Entries | None]) -> Iterator[Call]:
    """The calls of several groups in the order they were made, each once."""
    found = [group for group in groups if group]
    if len(found) == 1:
        return (call for _, call in found[0])
    merged = dict(entry for group in found for entry in group)
    return (merged[position] for position in sorted(merged))
