"""What writes into a value is tried with a new value, and with a copy."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.suspicion.operators import in_place
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement


def _texts(line: str) -> set[str]:
    suspect = SuspectStatement("file.py", ast.parse(line).body[0], None)
    operators = (in_place.to_a_new_value, in_place.without_writing, in_place.to_a_copy)
    return {patch.text for operator in operators for patch in operator(suspect)}


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("x -= mean", "x = x - mean"),
        ("x.mul_(2)", "x = x.mul(2)"),
        ("image.sub_(mean).div_(std)", "image = image.sub(mean).div(std)"),
        ("y = x.clamp_(min=0)", "y = x.clamp(min=0)"),
        ("x[mask] = 0", "x = x.clone()\nx[mask] = 0"),
        ("row['weight'] *= 2", "row = row.copy()\nrow['weight'] *= 2"),
        ("boxes[:, 0].clamp_(min=0)", "boxes = boxes.clone()\nboxes[:, 0].clamp_(min=0)"),
        ("items.sort()", "items = items.copy()\nitems.sort()"),
        ("random.shuffle(items)", "items = items.copy()\nrandom.shuffle(items)"),
    ],
)
def test_writing_is_undone(line: str, other: str) -> None:
    assert other in _texts(line)


@pytest.mark.parametrize("line", ["x = y - mean", "self.count += 1", "print(x)", "x.mean()"])
def test_what_writes_into_nothing_stays(line: str) -> None:
    assert _texts(line) == set()


def test_what_goes_through_held_values_is_written_into_them() -> None:
    function = ast.parse("def f(mine, theirs):\n for a, b in zip(mine, theirs):\n  a = a + b\n")
    inner = function.body[0]
    assert isinstance(inner, ast.FunctionDef)
    loop = inner.body[0]
    assert isinstance(loop, ast.For)
    suspect = SuspectStatement("file.py", loop.body[0], inner)
    texts = [patch.text.strip() for patch in in_place.into_what_is_held(suspect)]
    assert texts == ["a.data.copy_(a + b)"]
