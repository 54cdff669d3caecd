"""The statements that a value was computed by, nearest first, through the project's functions."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.localise.crashes.bindings import statements
from seismograd.localise.crashes.failure import Failure
from seismograd.localise.crashes.sources import Function, last_name
from seismograd.traces.events import Frame, Place

MAX_STATEMENTS = 200
"""Names followed for one value."""
Item = tuple[str, Function | None, str]
RETURNED = "return"
"""Stands for what a function gives back; no variable can be called that."""


@dataclass(frozen=True)
class Step:
    """A statement of the computation, and the function it is in."""

    file: str
    function: Function | None
    statement: ast.stmt

    @property
    def place(self) -> Place:
        return Place(self.file, self.statement.lineno)


def computation(failure: Failure, frame: Frame, names: set[str]) -> Iterator[Step]:
    """Of what these names hold at the line of a frame."""
    function = failure.sources.function_at(Place(frame.file, frame.line))
    waiting: deque[Item] = deque((frame.file, function, name) for name in sorted(names))
    index = _Index(failure)
    seen: set[Item] = set()
    told: set[tuple[str, int]] = set()
    while waiting and len(seen) < MAX_STATEMENTS:
        item = waiting.popleft()
        if item in seen:
            continue
        seen.add(item)
        for step in index.setting(*item):
            if (step.file, step.statement.lineno) not in told:
                told.add((step.file, step.statement.lineno))
                yield step
            waiting.extend(_read(failure, step))


class _Index:
    """The statements that set a name, by function: a body is walked through once."""

    def __init__(self, failure: Failure) -> None:
        self._failure = failure
        self._known: dict[tuple[str, Function | None], dict[str, list[Step]]] = {}

    def setting(self, file: str, function: Function | None, name: str) -> list[Step]:
        """The last one first."""
        if (file, function) not in self._known:
            self._known[file, function] = self._read(file, function)
        return self._known[file, function].get(name, [])[::-1]

    def _read(self, file: str, function: Function | None) -> dict[str, list[Step]]:
        body = function or self._failure.sources.tree(file)
        found: dict[str, list[Step]] = {}
        for part in statements(body) if body is not None else ():
            if isinstance(part, ast.stmt):
                for name in _names_set(part):
                    found.setdefault(name, []).append(Step(file, function, part))
        return found


def _names_set(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.Return):
        return {RETURNED}
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    return {_path(part) for target in targets for part in _flat(target)} - {""}


def _flat(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _flat(part)
    else:
        yield target


def _path(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _read(failure: Failure, step: Step) -> Iterator[Item]:
    value = getattr(step.statement, "value", None)
    for node in ast.walk(value) if isinstance(value, ast.AST) else ():
        if isinstance(node, ast.Name | ast.Attribute) and _path(node):
            yield step.file, step.function, _path(node)
        if isinstance(node, ast.Call):
            yield from _called(failure, step, node)


def _called(failure: Failure, step: Step, call: ast.Call) -> Iterator[Item]:
    """Into a function of the project; what is no function is a module, called by its forward."""
    name = last_name(call.func)
    files = [step.file, *failure.files]
    found = failure.sources.function_named(files, name)
    if found is not None:
        yield (*found, RETURNED)
        return
    types = {network.type for network in failure.summary.parts.networks}
    types |= {frame.module.type for frame in failure.frames if frame.module}
    for kind in sorted(kind for kind in types if kind):
        owner = failure.sources.class_named(files, kind)
        for method in owner[1].body if owner is not None else ():
            if owner and isinstance(method, Function) and method.name == "forward":
                yield owner[0], method, RETURNED
