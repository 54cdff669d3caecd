"""Calls found by what they call, on what, with what, where, or what they make, without going
through all of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TypeVar

from seismograd.program.contents import contents, parts
from seismograd.program.loops import loops_outwards
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Function, Instance, Tensor, Value

T = TypeVar("T")
_Entries = list[tuple[int, Call]]


class CallIndex:
    """An index over the calls of one run."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._calls = list(calls)
        self.by_path: dict[str, _Entries] = {}
        self.by_method: dict[str, _Entries] = {}
        self.by_receiver: dict[int, list[Call]] = {}
        self.by_operation: dict[str, _Entries] = {}
        self._under: dict[str, _Entries] = {}
        for entry in enumerate(self._calls):
            self._add(entry, entry[1])

    def _add(self, entry: tuple[int, Call], call: Call) -> None:
        self.by_path.setdefault(call.path, []).append(entry)
        self.by_method.setdefault(call.method, []).append(entry)
        if call.receiver is not None:
            self.by_receiver.setdefault(id(call.receiver), []).append(call)
        result = call.result
        if isinstance(result, Tensor) and result.call is call:
            self.by_operation.setdefault(result.op, []).append(entry)

    def under(self, prefix: str) -> _Entries:
        """Calls whose canonical name starts with a prefix."""
        if prefix not in self._under:
            paths = [path for path in self.by_path if path.startswith(prefix)]
            self._under[prefix] = sorted(
                (entry for path in paths for entry in self.by_path[path]), key=itemgetter(0)
            )
        return self._under[prefix]

    @cached_property
    def by_argument(self) -> dict[int, list[Call]]:
        """Calls by the values they are given, also inside lists, dicts and objects."""
        found: dict[int, list[Call]] = {}
        known: dict[int, set[int]] = {}
        for call in self._calls:
            given = (argument.value for argument in call.arguments)
            passed = {one for value in given for one in _identities(value, known)}
            for identity in passed:
                found.setdefault(identity, []).append(call)
        return found

    @cached_property
    def holders(self) -> dict[int, list[Instance]]:
        """Objects whose methods are called, by what they hold."""
        found: dict[int, list[Instance]] = {}
        for calls in self.by_receiver.values():
            receiver = calls[0].receiver
            if isinstance(receiver, Instance):
                for value in contents(receiver):
                    found.setdefault(id(value), []).append(receiver)
        return found

    @cached_property
    def by_spelling(self) -> dict[str, list[Call]]:
        """Calls by the attribute that the code calls, whatever stands behind it."""
        found: dict[str, list[Call]] = {}
        for call in self._calls:
            node = call.place.node
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found.setdefault(node.func.attr, []).append(call)
        return found

    @cached_property
    def by_loop(self) -> dict[int, list[Call]]:
        """Calls by the loops around them."""
        found: dict[int, list[Call]] = {}
        for call in self._calls:
            for loop in loops_outwards(call.loop):
                found.setdefault(id(loop), []).append(call)
        return found

    @cached_property
    def outside_loops(self) -> dict[int, list[Call]]:
        """Calls that no loop surrounds, by their function."""
        found: dict[int, list[Call]] = {}
        for call in self._calls:
            if call.loop is None:
                found.setdefault(id(call.function), []).append(call)
        return found


class Calls:
    """The calls of several runs, each indexed once however often runs are put together anew."""

    def __init__(self, indexes: Sequence[CallIndex]) -> None:
        self._indexes = indexes
        self._all = {0} if len(indexes) == 1 else None
        """Where there is one run there is nothing to choose."""

    def to(self, *paths: str) -> Iterator[Call]:
        """Calls by canonical name; a name that starts with `*.` matches a method of anything."""
        plain, methods = _names(paths)
        runs = self._all or (
            _runs(self._runs_of_path, plain) | _runs(self._runs_of_method, methods)
        )
        for run in sorted(runs):
            index = self._indexes[run]
            yield from _in_order(_groups(index.by_path, plain) + _groups(index.by_method, methods))

    def named(self, *methods: str) -> Iterator[Call]:
        """Calls by the last part of their name."""
        wanted, _ = _names(methods)
        for run in sorted(self._all or _runs(self._runs_of_method, wanted)):
            yield from _in_order(_groups(self._indexes[run].by_method, wanted))

    def matching(self, accepts: Callable[[str], bool]) -> Iterator[Call]:
        """Calls whose canonical name is accepted; each name is asked for once."""
        names = self._indexes[0].by_path if self._all else self._runs_of_path
        return self.to(*(path for path in names if accepts(path)))

    def spelled(self, attribute: str) -> Iterator[Call]:
        """Calls of an attribute as the code writes it, whatever it is known as."""
        for index in self._indexes:
            yield from index.by_spelling.get(attribute, ())

    def on(self, receiver: Value | None) -> Iterator[Call]:
        """Calls of a value and of its methods."""
        return iter(self._by_receiver.get(id(receiver), ()))

    def making(self, *operations: str) -> Iterator[Call]:
        """Calls that make a tensor by one of these operations."""
        wanted, _ = _names(operations)
        for run in sorted(self._all or _runs(self._runs_of_operation, wanted)):
            yield from _in_order(_groups(self._indexes[run].by_operation, wanted))

    def under(self, prefix: str) -> Iterator[Call]:
        """Calls whose canonical name starts with a prefix."""
        for index in self._indexes:
            yield from (call for _, call in index.under(prefix))

    def given(self, value: Value | None) -> Iterator[Call]:
        """Calls that have a value among their arguments, also inside lists, dicts and objects."""
        return iter(self._by_argument.get(id(value), ()))

    def on_holders(self, value: Value | None) -> Iterator[Call]:
        """Calls of the methods of objects that hold a value."""
        for holder in self._holders.get(id(value), ()):
            yield from self.on(holder)

    def within(self, loop: Loop) -> Iterator[Call]:
        """Calls in a loop and in the loops inside it."""
        return iter(self._by_loop.get(id(loop), ()))

    def outside_loops(self, function: Function | None) -> Iterator[Call]:
        """Calls of a function that no loop surrounds."""
        for index in self._indexes:
            yield from index.outside_loops.get(id(function), ())

    @cached_property
    def _runs_of_path(self) -> dict[str, list[int]]:
        return _runs_by_key(index.by_path for index in self._indexes)

    @cached_property
    def _runs_of_method(self) -> dict[str, list[int]]:
        return _runs_by_key(index.by_method for index in self._indexes)

    @cached_property
    def _runs_of_operation(self) -> dict[str, list[int]]:
        return _runs_by_key(index.by_operation for index in self._indexes)

    @cached_property
    def _by_receiver(self) -> dict[int, list[Call]]:
        return _united(index.by_receiver for index in self._indexes)

    @cached_property
    def _by_argument(self) -> dict[int, list[Call]]:
        return _united(index.by_argument for index in self._indexes)

    @cached_property
    def _by_loop(self) -> dict[int, list[Call]]:
        return _united(index.by_loop for index in self._indexes)

    @cached_property
    def _holders(self) -> dict[int, list[Instance]]:
        return _united(index.holders for index in self._indexes)


def _united(found: Iterable[dict[int, list[T]]]) -> dict[int, list[T]]:
    """What is known of the values of all runs; few values occur in more than one."""
    whole: dict[int, list[T]] = {}
    for one in found:
        shared = {key: [*whole[key], *one[key]] for key in whole.keys() & one.keys()}
        whole.update(one)
        whole.update(shared)
    return whole


def _identities(value: Value, known: dict[int, set[int]]) -> set[int]:
    """The identities of a value and of what it holds."""
    if not parts(value):
        return {id(value)}
    if id(value) not in known:
        known[id(value)] = {id(inner) for inner in contents(value)}
    return known[id(value)]


def _runs_by_key(runs: Iterable[dict[str, _Entries]]) -> dict[str, list[int]]:
    """In which runs a key occurs: most names occur in few of many."""
    found: dict[str, list[int]] = {}
    for run, entries in enumerate(runs):
        for key in entries:
            found.setdefault(key, []).append(run)
    return found


@lru_cache(maxsize=2048)
def _names(given: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Full names, and the methods of anything (`*.step`); rules ask for the same ones each time."""
    methods = frozenset(name[2:] for name in given if name.startswith("*."))
    return frozenset(given), methods


def _runs(found: dict[str, list[int]], keys: frozenset[str]) -> set[int]:
    return {run for key in found.keys() & keys for run in found[key]}


def _groups(entries: dict[str, _Entries], keys: frozenset[str]) -> list[_Entries]:
    return [entries[key] for key in entries.keys() & keys]


def _in_order(groups: list[_Entries]) -> Iterable[Call]:
    """The calls of several groups in the order they were made, each once."""
    if not groups:
        return ()
    if len(groups) == 1:
        return [call for _, call in groups[0]]
    merged = dict(entry for group in groups for entry in group)
    return [merged[position] for position in sorted(merged)]
