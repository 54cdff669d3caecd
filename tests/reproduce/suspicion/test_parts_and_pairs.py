"""Two results change places, and every place gets an object of its own."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators import Operator, discarded, pairs, sharing
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


@pytest.mark.parametrize(
    ("operator", "statement", "other"),
    [
        (pairs.exchanged, "return a, b, c", "return (b, a, c)"),
        (pairs.exchanged, "return {'p': x, 'r': y}", "return {'p': y, 'r': x}"),
        (sharing.each_its_own, "x = [layer] * 3",
         "x = [__import__('copy').deepcopy(layer) for _ in range(3)]"),
        (sharing.deeply_copied, "y = copy.copy(x)", "y = __import__('copy').deepcopy(x)"),
        (sharing.copied_part, "self.a = part", "self.a = __import__('copy').deepcopy(part)"),
        (discarded.taken, "F.normalize(x, dim=-1)", "x = F.normalize(x, dim=-1)"),
        (discarded.taken, "x.clamp(0, 1)", "x.clamp_(0, 1)"),
    ],
)  # fmt: skip
def test_other_words(operator: Operator, statement: str, other: str) -> None:
    assert other in _texts(operator, statement)


@pytest.mark.parametrize(
    ("operator", "statement"),
    [
        (pairs.exchanged, "return a"),
        (pairs.exchanged, "x = (a, b)"),
        (sharing.each_its_own, "x = 2 * y"),
        (sharing.deeply_copied, "y = copy.deepcopy(x)"),
    ],
)
def test_nothing_to_change(operator: Operator, statement: str) -> None:
    assert _texts(operator, statement) == []


def _texts(operator: Operator, statement: str) -> list[str]:
    suspect = SuspectStatement("file.py", ast.parse(statement).body[0], None)
    return [patch.text.strip() for patch in operator(suspect)]
