"""The report's own lists and texts that show the bug: in another order, or plainer ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import is_about_one_value

NAME = "DATA"
MOST_LITERALS = 4
_SEEDS = ("snippet", "completed", "own-use")


def try_plainer_data(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Each is a control: what is left of the report's code is as it was."""
    if attempt.rung is not Rung.PROVENANCE or draft.switches or draft.patches or draft.guessed:
        return
    if draft.seed not in _SEEDS or is_about_one_value(case.fingerprint):
        return
    for text in list(dict.fromkeys(_data(draft)))[:MOST_LITERALS]:
        for other in _plainer(literal_value(text)):
            yield _switched(draft, text, other)


def _data(draft: Draft) -> Iterator[str]:
    """Lists and texts that are handed over, or kept under a name to be."""
    for statement in draft.exercise:
        for node in ast.walk(ast.parse(statement)):
            given: list[ast.expr] = []
            if isinstance(node, ast.Call):
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
            elif isinstance(node, ast.Assign):
                given = [node.value]
            for one in given:
                is_text = isinstance(one, ast.Constant) and isinstance(one.value, str)
                if (is_text or isinstance(one, ast.List)) and is_literal(ast.unparse(one)):
                    yield ast.unparse(one)


def _plainer(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if not value.strip():
            yield repr("a small example of a text")
        elif not value.isascii():
            yield repr(value.encode("ascii", "ignore").decode().strip() or "text")
    elif isinstance(value, list) and value and not all(isinstance(v, int | float) for v in value):
        forms = [
            value[::-1],
            [one for one in value if one],
            [value[-1]] * len(value),
            [value[0]] * len(value),
            [value[0]] * 2,
        ]
        yield from (repr(one) for one in forms if one and one != value)


def _switched(draft: Draft, text: str, other: str) -> Draft:
    exercise = tuple(_Replacing(text).text(statement) for statement in draft.exercise)
    return draft.changed(
        exercise=exercise,
        constants=(*draft.constants, Constant(NAME, text, other)),
        idea=f"{draft.idea} The trigger may be {text}: without it, with {other}.",
    )


class _Replacing(ast.NodeTransformer):
    def __init__(self, wanted: str) -> None:
        self._wanted = wanted

    def text(self, statement: str) -> str:
        return ast.unparse(ast.fix_missing_locations(self.visit(ast.parse(statement))))

    def visit_List(self, node: ast.List) -> ast.expr:
        return self._replaced(node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self._replaced(node)

    def _replaced(self, node: ast.expr) -> ast.expr:
        if ast.unparse(node) == self._wanted:
            return ast.Name(NAME, ast.Load())
        return node
