"""Statements of the project that a symptom points at, the likeliest first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation

MOST_BYTES = 300_000
MOST_FUNCTIONS = 8
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_CONSTRUCTOR = "__init__"


@dataclass(frozen=True, slots=True)
class Suspect:
    file: str
    statement: ast.stmt
    function: _Function | None
    """The one around it, whose names can be used."""
    constructor: _Function | None = None
    """Of the class around it."""


def suspects(case: Case, seen: Observation) -> Iterator[Suspect]:
    """Lines of the traceback, innermost first; then what is around them, and how it was built."""
    told: set[tuple[str, int]] = set()
    for one in _in_order(case, seen):
        key = (one.file, one.statement.lineno)
        if key not in told:
            told.add(key)
            yield one


def _in_order(case: Case, seen: Observation) -> Iterator[Suspect]:
    trees = _Trees(case.root)
    places = _places(case, seen)
    exact = [one for file, line in places if (one := trees.at(file, line))]
    yield from exact
    for file, line in places[:MOST_FUNCTIONS]:
        yield from trees.around(file, line)
    for file, line in places[:MOST_FUNCTIONS]:
        yield from trees.constructor_around(file, line)


def _places(case: Case, seen: Observation) -> list[tuple[str, int]]:
    frames = seen.exception.frames if seen.exception else ()
    raised = [
        (frame.file, frame.line or 1)
        for frame in reversed(frames)
        if frame.in_project and frame.file != seen.script
    ]
    words = {name.rpartition(".")[2] for name in case.report.names}
    named = [one for one in seen.reached if words & set(one.function.split("."))]
    others = [one for one in reversed(seen.reached) if one not in named]
    reached = [(one.file, one.line) for one in (*named, *others) if one.function != "<module>"]
    return list(dict.fromkeys([*raised, *reached]))


class _Trees:
    """Files of the project, parsed once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, ast.Module | None] = {}

    def at(self, file: str, line: int) -> Suspect | None:
        """The innermost statement that a line belongs to; a definition is none."""
        chain = self._chain(file, line)
        if not chain or isinstance(chain[-1], _Function | ast.ClassDef):
            return None
        return Suspect(file, chain[-1], *_frame(chain))

    def around(self, file: str, line: int) -> Iterator[Suspect]:
        function, constructor = _frame(self._chain(file, line))
        yield from _statements(file, function, constructor)

    def constructor_around(self, file: str, line: int) -> Iterator[Suspect]:
        _, constructor = _frame(self._chain(file, line))
        yield from _statements(file, constructor, constructor)

    def _chain(self, file: str, line: int) -> list[ast.stmt]:
        """Statements around a line, the outermost first."""
        tree = self._tree(file)
        chain: list[ast.stmt] = []
        inner: list[ast.stmt] = list(tree.body) if tree else []
        while inner:
            found = next((one for one in inner if _covers(one, line)), None)
            if found is None:
                break
            chain.append(found)
            inner = [n for n in ast.iter_child_nodes(found) if isinstance(n, ast.stmt)]
            inner += [s for h in getattr(found, "handlers", []) for s in h.body]
        return chain

    def _tree(self, file: str) -> ast.Module | None:
        if file not in self._known:
            try:
                path = (self._root / file).resolve()
                inside = path.is_relative_to(self._root.resolve())
                text = path.read_bytes()[:MOST_BYTES].decode("utf-8") if inside else ""
                self._known[file] = ast.parse(text)
            except (OSError, ValueError, SyntaxError, RecursionError):
                self._known[file] = None
        return self._known[file]


def _covers(statement: ast.stmt, line: int) -> bool:
    decorators = [int(one.lineno) for one in getattr(statement, "decorator_list", [])]
    first = min([statement.lineno, *decorators])
    return first <= line <= (statement.end_lineno or statement.lineno)


def _frame(chain: list[ast.stmt]) -> tuple[_Function | None, _Function | None]:
    """The innermost function of a chain, and the constructor of its innermost class."""
    functions = [one for one in chain if isinstance(one, _Function)]
    classes = [one for one in chain if isinstance(one, ast.ClassDef)]
    members = classes[-1].body if classes else []
    constructors = [m for m in members if isinstance(m, _Function) and m.name == _CONSTRUCTOR]
    return (functions[-1] if functions else None, constructors[-1] if constructors else None)


def _statements(
    file: str, function: _Function | None, constructor: _Function | None
) -> Iterator[Suspect]:
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.stmt) and node is not function:
            yield Suspect(file, node, function, constructor)
