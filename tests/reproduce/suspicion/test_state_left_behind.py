"""What a function leaves on its object is tried as the constructor had it."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators import keeping
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

NET = """
class Net:
    def __init__(self, cell):
        self.cell = cell
        self.state = None
        self.seen = 0

    def forward(self, x):
        y, {left} = self.cell(x, self.state)
        return y
"""


def _lines(left: str) -> list[str]:
    owner = ast.parse(NET.format(left=left)).body[0]
    assert isinstance(owner, ast.ClassDef)
    constructor, forward = (one for one in owner.body if isinstance(one, ast.FunctionDef))
    suspect = SuspectStatement("net.py", forward.body[0], forward, constructor, owner)
    return [patch.text.splitlines()[0].strip() for patch in keeping.as_at_first(suspect)]


@pytest.mark.parametrize(
    ("left", "lines"),
    [("self.state", ["self.state = None"]), ("state", []), ("self.cell", []), ("self.new", [])],
)
def test_what_is_left_is_as_at_first(left: str, lines: list[str]) -> None:
    assert _lines(left) == lines
