"""Statements of the project that a symptom points at, and how strongly it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.observation import Observation
from seismograd.source.shallow_parse import parse_module
from seismograd_sandbox.untrusted_files import read_regular_file

MOST_BYTES = 300_000
MOST_FUNCTIONS = 30
MOST_STATEMENTS = 400
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_CONSTRUCTOR = "__init__"
_OF_A_FRAME = 3.0
"""The line that raised is nearer than anything that was merely passed."""
_AROUND_A_FRAME = 1.2
_REACHED = 0.5
_AS_A_SCRIPT = 0.4
_CONSTRUCTED = 0.7
_LATER = 0.97
"""What was entered earlier is a little less likely: the symptom was measured at the end."""


@dataclass(frozen=True, slots=True)
class SuspectStatement:
    file: str
    statement: ast.stmt
    function: _Function | None
    """The one around it, whose names can be used."""
    constructor: _Function | None = None
    """Of the class around it."""
    owner: ast.ClassDef | None = None
    following: ast.stmt | None = None
    """The next statement in its block."""
    weight: float = 1.0

    @property
    def parameters(self) -> list[str]:
        """Names that the function is given, without itself."""
        if self.function is None:
            return []
        given = self.function.args
        names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        return [name for name in names if name not in ("self", "cls")]

    @property
    def block(self) -> list[ast.stmt]:
        """The statements that it stands among."""
        for node in ast.walk(self.function) if self.function else ():
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and any(one is self.statement for one in block):
                    return block
        return []

    @property
    def first_in_function(self) -> bool:
        body = self.function.body if self.function else []
        documented = bool(body) and isinstance(body[0], ast.Expr) and _is_text(body[0].value)
        start = 1 if documented and len(body) > 1 else 0
        return bool(body) and body[start] is self.statement


def suspect_statements(case: Case, seen: Observation) -> list[SuspectStatement]:
    """Lines of the traceback first; else by what the report says about the functions entered."""
    trees = Trees(case.root)
    found: dict[tuple[str, int, int], SuspectStatement] = {}
    for one in _weighed(case, seen, trees):
        key = (one.file, one.statement.lineno, one.statement.col_offset)
        if key not in found or found[key].weight < one.weight:
            found[key] = one
    return sorted(found.values(), key=lambda one: -one.weight)[:MOST_STATEMENTS]


def _weighed(case: Case, seen: Observation, trees: Trees) -> Iterator[SuspectStatement]:
    for depth, (file, line) in enumerate(_frames(seen)):
        exact = trees.at(file, line, _OF_A_FRAME * 0.8**depth)
        yield from [exact] if exact else []
        weight = _AROUND_A_FRAME * 0.8**depth
        yield from trees.around(file, line, weight)
        yield from trees.constructor_around(file, line, weight * _CONSTRUCTED)
    for weight, file, line in _reached(case, seen)[:MOST_FUNCTIONS]:
        yield from trees.around(file, line, weight)
        yield from trees.constructor_around(file, line, weight * _CONSTRUCTED)
    for file in _scripts(case, seen):
        yield from trees.when_run(file, _AS_A_SCRIPT)


def _scripts(case: Case, seen: Observation) -> list[str]:
    """Entry points that were run, or at least imported."""
    entries = {entry.file for entry in case.project.entry_points}
    passed = [one.file for one in seen.reached if one.function == "<module>"]
    return [file for file in dict.fromkeys(passed) if file in entries]


def _frames(seen: Observation) -> list[tuple[str, int]]:
    frames = seen.exception.frames if seen.exception else ()
    inside = [f for f in reversed(frames) if f.in_project and f.file != seen.script]
    return list(dict.fromkeys((frame.file, frame.line or 1) for frame in inside))


def _reached(case: Case, seen: Observation) -> list[tuple[float, str, int]]:
    """Functions that were entered, the likeliest first."""
    words = {name.rpartition(".")[2] for name in case.report.names}
    accused = find_suspects(case.project, case.report)
    found = []
    for age, one in enumerate(reversed(seen.reached)):
        if one.function == "<module>":
            continue
        named = 0.5 if words & set(one.function.split(".")) else 0.0
        told = [s.score for s in accused if s.file == one.file and s.first <= one.line <= s.last]
        weight = (_REACHED + named + max(told, default=0.0)) * _LATER**age
        found.append((weight, one.file, one.line))
    return sorted(found, key=lambda place: -place[0])


class Trees:
    """Files of the project, parsed once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, ast.Module | None] = {}

    def at(self, file: str, line: int, weight: float) -> SuspectStatement | None:
        """The innermost statement that a line belongs to; a definition is none."""
        chain = self._chain(file, line)
        if not chain or isinstance(chain[-1], _Function | ast.ClassDef):
            return None
        return SuspectStatement(file, chain[-1], *_frame(chain), weight=weight)

    def around(self, file: str, line: int, weight: float) -> Iterator[SuspectStatement]:
        chain = self._chain(file, line)
        function, constructor, owner = _frame(chain)
        if function is not None:
            yield SuspectStatement(file, function, function, constructor, owner, None, weight)
            yield from _statements(file, function, constructor, owner, weight)

    def when_run(self, file: str, weight: float) -> Iterator[SuspectStatement]:
        """What a file does under its main guard, as if it were a function."""
        tree = self.tree(file)
        for node in tree.body if tree else ():
            if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
                nothing = ast.arguments([], [], None, [], [], None, [])
                main = ast.FunctionDef("main", nothing, node.body, [])
                ast.fix_missing_locations(main)
                yield from _statements(file, main, None, None, weight)

    def constructor_around(self, file: str, line: int, weight: float) -> Iterator[SuspectStatement]:
        _, constructor, owner = _frame(self._chain(file, line))
        if constructor is not None:
            yield from _statements(file, constructor, constructor, owner, weight)

    def _chain(self, file: str, line: int) -> list[ast.stmt]:
        """Statements around a line, the outermost first."""
        tree = self.tree(file)
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

    def tree(self, file: str) -> ast.Module | None:
        if file not in self._known:
            try:
                raw = read_regular_file(self._root / file, MOST_BYTES, within=self._root)
                self._known[file] = parse_module(raw.decode("utf-8"))
            except (OSError, ValueError, SyntaxError, RecursionError):
                self._known[file] = None
        return self._known[file]


def _covers(statement: ast.stmt, line: int) -> bool:
    decorators = [int(one.lineno) for one in getattr(statement, "decorator_list", [])]
    first = min([statement.lineno, *decorators])
    return first <= line <= (statement.end_lineno or statement.lineno)


def _frame(
    chain: list[ast.stmt],
) -> tuple[_Function | None, _Function | None, ast.ClassDef | None]:
    """The innermost function of a chain, the constructor of its innermost class, and that class."""
    functions = [one for one in chain if isinstance(one, _Function)]
    classes = [one for one in chain if isinstance(one, ast.ClassDef)]
    owner = classes[-1] if classes else None
    members = owner.body if owner else []
    constructors = [m for m in members if isinstance(m, _Function) and m.name == _CONSTRUCTOR]
    function = functions[-1] if functions else None
    return function, constructors[-1] if constructors else None, owner


def _statements(
    file: str,
    function: _Function,
    constructor: _Function | None,
    owner: ast.ClassDef | None,
    weight: float,
) -> Iterator[SuspectStatement]:
    for block in _blocks(function):
        for number, node in enumerate(block):
            following = block[number + 1] if number + 1 < len(block) else None
            yield SuspectStatement(file, node, function, constructor, owner, following, weight)


def _blocks(function: _Function) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
