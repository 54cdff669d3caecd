"""A draft that shows the bug but has no control: look for the value that is the trigger.

Only values that stand in the report's own code or among the values it names are varied: a script
that fires because of a value nobody reported shows another bug, or a mistake of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.seeds.experiments.oracle import is_about_one_value

MOST_LITERALS = 12
_NAMES = "TRIGGER"


def vary_reported_values(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    if draft.seed == "snippet" and is_about_one_value(case.fingerprint):
        return
    statements = (*draft.setup, *draft.exercise)
    reported = _reported(case)
    for literal in list(_literals(statements))[:MOST_LITERALS]:
        if draft.seed != "snippet" and literal.value not in reported:
            continue
        for other in _others(literal.value):
            yield _switched(draft, literal, other)


def _reported(case: Case) -> set[object]:
    return {value.value for value in case.report.values if value.value is not None}


def _literals(statements: tuple[str, ...]) -> Iterator[ast.Constant]:
    """Of arguments: a number that is an argument is chosen by whoever calls."""
    seen: set[object] = set()
    for statement in statements:
        for node in ast.walk(ast.parse(statement)):
            if isinstance(node, ast.Call):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                for argument in given:
                    for one in _plain_constants(argument):
                        if repr(one.value) not in seen:
                            seen.add(repr(one.value))
                            yield one


def _plain_constants(argument: ast.expr) -> Iterator[ast.Constant]:
    parts = argument.elts if isinstance(argument, ast.Tuple | ast.List) else [argument]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, bool | int | float):
            yield part


def _others(value: object) -> Iterator[str]:
    """Values near by and quite ordinary ones."""
    if isinstance(value, bool):
        yield repr(not value)
    elif isinstance(value, int):
        ordinary = [value + 1, 2 * value, 4, 2, 1, value - 1, 8]
        yield from (repr(one) for one in dict.fromkeys(ordinary) if one > 0 and one != value)
    elif isinstance(value, float):
        ordinary_floats = [value * 2, value / 10, value * 10, 0.5, 1.0, 0.0]
        yield from (repr(one) for one in dict.fromkeys(ordinary_floats) if one != value)


def _switched(draft: Draft, literal: ast.Constant, other: str) -> Draft:
    value = repr(literal.value)
    replacing = _Replacing(literal.value)
    setup = tuple(replacing.text(statement) for statement in draft.setup)
    exercise = tuple(replacing.text(statement) for statement in draft.exercise)
    constant = Constant(_NAMES, value, other)
    return draft.changed(
        setup=setup,
        exercise=exercise,
        constants=(*draft.constants, constant),
        idea=f"{draft.idea} The trigger may be {value}: without it, with {other}.",
    )


class _Replacing(ast.NodeTransformer):
    """Puts the name of the switch in the place of a value, everywhere."""

    def __init__(self, value: object) -> None:
        self._value = value

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) is type(self._value) and node.value == self._value:
            return ast.Name(_NAMES, ast.Load())
        return node
