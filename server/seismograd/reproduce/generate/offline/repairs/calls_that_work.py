"""A report that calls the same thing twice, with words that work and with words that do not.

Its writer has shown the control already. Only words count, and only where a library fails on what
the project made of them: numbers and options may be wrong by themselves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import combinations

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.observation import Observation

MOST_CONTROLS = 4
_NAMELESS = "WORDS"
_OF_COMPUTING = frozenset({"RuntimeError", "IndexError"})
_LIMIT = re.compile(r"vocab|embed|tokens|words|max_|limit|size|capacity|^n_|^num_")
_Difference = tuple[ast.expr, ast.expr, str]
"""What works, what does not, and what whoever is called calls it."""


def control_of_earlier_call(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    if draft.seed != "snippet" or seen is None or not _fails_in_a_library(seen):
        return
    for fine, bad, name in list(_differences(case, draft))[:MOST_CONTROLS]:
        yield _switched(draft, ast.unparse(fine), ast.unparse(bad), name)


def _fails_in_a_library(seen: Observation) -> bool:
    raised = seen.exception
    if raised is None or raised.type.rpartition(".")[2] not in _OF_COMPUTING:
        return False
    frames = [frame for frame in raised.frames if frame.file != seen.script]
    is_used_by_project = any(frame.in_project for frame in frames)
    return is_used_by_project and not frames[-1].in_project


def _differences(case: Case, draft: Draft) -> Iterator[_Difference]:
    """Between calls of the project that are alike but for one argument."""
    calls = [
        node
        for statement in (*draft.setup, *draft.exercise)
        for node in ast.walk(ast.parse(statement))
        if isinstance(node, ast.Call) and _called(case, node) is not None
    ]
    if any(_chooses_a_limit(case, call) for call in calls):
        return
    for earlier, later in combinations(calls, 2):
        if ast.unparse(earlier.func) == ast.unparse(later.func):
            yield from _difference(case, earlier, later)


def _chooses_a_limit(case: Case, call: ast.Call) -> bool:
    """Whoever says how many words there are may have said too few."""
    return any(
        _LIMIT.search(name) and isinstance(value, ast.Constant) and type(value.value) is int
        for name, value in _arguments(case, call).items()
    )


def _difference(case: Case, earlier: ast.Call, later: ast.Call) -> Iterator[_Difference]:
    known, given = (_arguments(case, call) for call in (earlier, later))
    others = [name for name in given if name in known and not _is_same(known[name], given[name])]
    if known.keys() == given.keys() and len(others) == 1:
        fine, bad = known[others[0]], given[others[0]]
        if _are_words(fine) and _are_words(bad):
            yield fine, bad, others[0]


def _is_same(one: ast.expr, other: ast.expr) -> bool:
    return ast.unparse(one) == ast.unparse(other)


def _arguments(case: Case, call: ast.Call) -> dict[str, ast.expr]:
    """By the names of the parameters, as far as they are known."""
    symbol = _called(case, call)
    names = [p.name for p in symbol.parameters if p.name != "self"] if symbol else []
    found = {
        names[place] if place < len(names) else str(place): argument
        for place, argument in enumerate(call.args)
    }
    return found | {keyword.arg or "**": keyword.value for keyword in call.keywords}


def _called(case: Case, call: ast.Call) -> Symbol | None:
    name = ast.unparse(call.func).rpartition(".")[2]
    ours = (s for s in case.project.symbols if s.name.rpartition(".")[2] == name)
    return next(ours, None)


def _are_words(node: ast.expr) -> bool:
    """A text of several words, or lists of words; a single one may be a path or an option."""
    text = ast.unparse(node)
    value = literal_value(text) if is_literal(text) else None
    if isinstance(value, str):
        return len(value.split()) > 1
    return isinstance(value, list) and bool(value) and all(map(_is_word, value))


def _is_word(value: object) -> bool:
    if isinstance(value, list | tuple):
        return bool(value) and all(map(_is_word, value))
    return isinstance(value, str)


def _switched(draft: Draft, fine: str, bad: str, parameter: str) -> Draft:
    text = "\n".join((*draft.imports, *draft.setup, *draft.exercise))
    name = parameter.upper()
    name = name if name.isidentifier() and name not in text else _NAMELESS
    replacing = _Replacing(bad, name)
    return draft.changed(
        exercise=tuple(replacing.text(statement) for statement in draft.exercise),
        constants=(*draft.constants, Constant(name, bad, fine)),
        idea=f"{draft.idea} Its control: {fine}, with which the report makes the same call.",
    )


class _Replacing(ast.NodeTransformer):
    """Puts the name of the switch in the place of a value, everywhere."""

    def __init__(self, value: str, name: str) -> None:
        self._value = value
        self._name = name

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and ast.unparse(node) == self._value:
            return ast.Name(self._name, ast.Load())
        return self.generic_visit(node)
