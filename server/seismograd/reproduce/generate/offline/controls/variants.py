"""A draft that shows the bug but has no control: look for the value that is the trigger.

Only values that stand in the report's own code or among the values it names are varied: a script
that fires because of a value nobody reported shows another bug, or a mistake of its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.measured_conditions import is_about_one_value

MOST_LITERALS = 12
NAMELESS = "TRIGGER"
"""For a value that has no name where it is given."""
_SEEDING = re.compile(r"(?:^|[._])seed\b|seed_everything")
_WHATEVER_THE_SIZE = frozenset({"evaluation", "determinism", "reload"})
"""Symptoms that have nothing to do with how large the inputs are."""
_MAKING = re.compile(r"(?:torch|np|numpy)\.[\w.]+")


def vary_reported_values(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.stage is not Stage.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    if draft.seed == "snippet" and is_about_one_value(case.fingerprint):
        return
    statements = (*draft.setup, *draft.exercise)
    reported = _reported(case)
    for literal in list(_literals(case, statements))[:MOST_LITERALS]:
        if draft.seed != "snippet" and (type(literal.value), literal.value) not in reported:
            continue
        for other in other_values(literal.value):
            yield _switched(draft, literal, other)


def _reported(case: Case) -> set[tuple[type, object]]:
    """With their types: one is not the same as true."""
    return {(type(one.value), one.value) for one in case.report.values if one.value is not None}


@dataclass(frozen=True, slots=True)
class _Literal:
    value: bool | int | float
    name: str
    """What whoever is called calls it."""


def _literals(case: Case, statements: tuple[str, ...]) -> Iterator[_Literal]:
    """Of arguments: a number that is an argument is chosen by whoever calls."""
    seen: set[str] = set()
    for statement in statements:
        for node in ast.walk(ast.parse(statement)):
            for name, argument in _chosen(case, node) if isinstance(node, ast.Call) else ():
                for value in _plain_values(argument):
                    if repr(value) not in seen:
                        seen.add(repr(value))
                        yield _Literal(value, name)


def _chosen(case: Case, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """Arguments that may matter."""
    callee = ast.unparse(call.func)
    is_size = case.fingerprint.symptom in _WHATEVER_THE_SIZE and _MAKING.fullmatch(callee)
    if not is_size and not _SEEDING.search(callee):
        yield from _arguments(case, call)


def _arguments(case: Case, call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    found = case.project.find(ast.unparse(call.func).rpartition(".")[2])
    names = [p.name for p in found[0].parameters] if len(found) == 1 else []
    for position, argument in enumerate(call.args):
        yield names[position] if position < len(names) else "", argument
    yield from ((keyword.arg or "", keyword.value) for keyword in call.keywords)


def _plain_values(argument: ast.expr) -> Iterator[bool | int | float]:
    parts = argument.elts if isinstance(argument, ast.Tuple | ast.List) else [argument]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, bool | int | float):
            yield part.value


def other_values(value: object) -> Iterator[str]:
    """Values near by and quite ordinary ones."""
    if isinstance(value, bool):
        yield repr(not value)
    elif isinstance(value, int):
        ordinary = [value + 1, 2 * value, 4, 2, 1, value - 1, 8]
        yield from (repr(one) for one in dict.fromkeys(ordinary) if one > 0 and one != value)
    elif isinstance(value, float):
        ordinary_floats = [value * 2, value / 10, value * 10, 0.5, 1.0, 0.0]
        yield from (repr(one) for one in dict.fromkeys(ordinary_floats) if one != value)


def _switched(draft: Draft, literal: _Literal, other: str) -> Draft:
    value = repr(literal.value)
    name = _free_name(draft, literal.name.upper())
    replacing = _Replacing(literal.value, name)
    setup = tuple(replacing.text(statement) for statement in draft.setup)
    exercise = tuple(replacing.text(statement) for statement in draft.exercise)
    constant = Constant(name, value, other)
    return draft.changed(
        setup=setup,
        exercise=exercise,
        constants=(*draft.constants, constant),
        idea=f"{draft.idea} The trigger may be {value}: without it, with {other}.",
    )


def _free_name(draft: Draft, name: str) -> str:
    taken = {one.name for one in draft.constants}
    text = "\n".join((*draft.imports, *draft.setup, *draft.exercise))
    is_free = name not in taken and re.search(rf"\b{re.escape(name)}\b", text) is None
    return name if name.isidentifier() and is_free else NAMELESS


class _Replacing(ast.NodeTransformer):
    """Puts the name of the switch in the place of a value, everywhere."""

    def __init__(self, value: bool | int | float, name: str) -> None:
        self._value = value
        self._name = name

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) is type(self._value) and node.value == self._value:
            return ast.Name(self._name, ast.Load())
        return node
