"""Whatever is exchanged in a statement, it stays a statement of Python."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.likelihood import BEHIND, operators_for
from seismograd.reproduce.suspicion.rewriting import own_expressions
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

STATEMENTS = (
    "print(f'step {step}: loss {loss:.4f} of {total!r:>{width}} {step + 1}')",
    "name = f'{folder}/epoch_{epoch:03d}' + suffix",
    "message = f'{values[0]}' f'{\"a\" if flag else \"b\"} and text'",
    "raise ValueError(f'expected {size}, got {x.size(0)}')",
    "total, count = total + loss.item(), count + 1",
    "self.items[index] = scale * items",
    "del cache['old']",
    "for index, item in enumerate(items):\n    pass",
)


def suspect(text: str) -> SuspectStatement:
    body = "".join(f"    {line}\n" for line in text.splitlines())
    tree = ast.parse(f"def report(self, step, loss, width, size, scale=1.0):\n{body}")
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    return SuspectStatement("train.py", function.body[0], function)


@pytest.mark.parametrize("symptom", ["crash", *BEHIND])
@pytest.mark.parametrize("text", STATEMENTS)
def test_operators_leave_statements_whose_f_strings_are_whole(text: str, symptom: str) -> None:
    for operator, _ in operators_for(symptom):
        for patch in operator(suspect(text)):
            for node in ast.walk(ast.parse(patch.text.strip())):
                parts = node.values if isinstance(node, ast.JoinedStr) else []
                assert all(isinstance(one, ast.Constant | ast.FormattedValue) for one in parts)


def test_only_what_is_in_the_braces_of_an_f_string_is_an_expression_of_its_own() -> None:
    statement = ast.parse("f'loss {loss:.{digits}f} after {step + 1} steps'").body[0]
    found = [ast.unparse(node) for node in own_expressions(statement)[1:]]
    assert found == ["loss", "step + 1", "step", "1"]
