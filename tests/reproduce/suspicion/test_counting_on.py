"""Runs that go on are begun one later or earlier."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from seismograd.reproduce.suspicion.operators import counting_on
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


@pytest.mark.parametrize(
    ("statement", "other"),
    [
        ('self.start = state["epoch"]', "self.start = state['epoch'] + 1"),
        ('first = saved.get("global_step", 0)', "first = saved.get('global_step', 0) + 1"),
        ('return state["epoch"] + 1', "return state['epoch']"),
        ('save({"epoch": epoch, "net": net})', "save({'epoch': epoch + 1, 'net': net})"),
        ('save({"epoch": epoch + 1})', "save({'epoch': epoch})"),
        ("for epoch in range(first, last):\n    pass",
         "for epoch in range(first + 1, last):\n    pass"),
    ],
)  # fmt: skip
def test_one_more_or_not(statement: str, other: str) -> None:
    assert other in _texts(statement)


@pytest.mark.parametrize(
    "statement", ['x = state["model"]', 'x = row["name"] + 1', "for i in range(0, 9):\n    pass"]
)
def test_what_counts_nothing_is_left_alone(statement: str) -> None:
    assert _texts(statement) == set()


def _texts(statement: str) -> set[str]:
    suspect = SuspectStatement("file.py", ast.parse(statement).body[0], None)
    operators = (counting_on.next_one, counting_on.begun_one_off)
    return {dedent(patch.text) for operator in operators for patch in operator(suspect)}
