"""Formulas as their functions are called, and operands the other way round."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators import formulas
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


def _texts(function: str, line: str) -> set[str]:
    around = ast.parse(f"def {function}(a, b):\n    {line}").body[0]
    assert isinstance(around, ast.FunctionDef)
    suspect = SuspectStatement("file.py", around.body[0], around)
    operators = (
        formulas.operands_exchanged,
        formulas.as_it_is_called,
        formulas.bracketed_otherwise,
    )
    return {patch.text.strip() for operator in operators for patch in operator(suspect)}


@pytest.mark.parametrize(
    ("function", "line", "other"),
    [
        ("rmse", "return a.mean()", "return a.mean() ** 0.5"),
        ("dice", "return a / b", "return 2 * (a / b)"),
        ("perplexity", "return a.mean()", "return 2.718281828459045 ** a.mean()"),
        ("scores", "return torch.cdist(a, b)", "return -torch.cdist(a, b)"),
        ("change", "return a - b", "return b - a"),
        ("back", "return (a + 1) * b", "return a * b + 1"),
        ("there", "return a / b - 1", "return (a - 1) / b"),
        ("pad", "return [0] * a + list(b)", "return list(b) + [0] * a"),
    ],
)
def test_the_right_formula_is_tried(function: str, line: str, other: str) -> None:
    assert other in _texts(function, line)


@pytest.mark.parametrize(
    ("function", "line"), [("mse", "return a.mean()"), ("total", "return a + b")]
)
def test_what_is_called_otherwise_stays(function: str, line: str) -> None:
    assert _texts(function, line) == set()
