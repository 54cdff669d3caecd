from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.validate.controls.fair_patches import why_unfair

CODE = """\
def halve(number):
    if number % 2:
        raise ValueError("odd")
    assert number >= 0
    half = number // 2
    return half
"""


@pytest.mark.parametrize(
    ("first", "last", "text", "said"),
    [
        (2, 3, "", "only take a check away"),
        (3, 3, "        pass", "only take a check away"),
        (4, 5, "    half = number // 2", "only take a check away"),
        (2, 3, "    if number < 0:\n        raise ValueError('negative')", None),
        (5, 5, "    half = number / 2", None),
        (5, 6, "    return number / 2", None),
        (5, 5, "    half = (", None),
        (5, 5, "    half = 1\n" * 41, "at most 40"),
    ],
)
def test_patches_that_mend_nothing(
    tmp_path: Path, first: int, last: int, text: str, said: str | None
) -> None:
    (tmp_path / "a.py").write_text(CODE)
    why = why_unfair([Patch("a.py", first, last, text)], tmp_path)
    assert (why is None) is (said is None)
    assert said is None or (why is not None and said in why)


LOSS = """\
def loss(values, wanted, weight=1.0):
    difference = values - wanted
    squares = difference ** 2
    total = sum(squares)
    total = total * weight
    return total
"""


@pytest.mark.parametrize(
    ("first", "last", "text", "is_anew"),
    [
        (
            2,
            5,
            "    one = abs(values)\n    two = max(one)\n    three = two\n    total = three",
            True,
        ),
        (4, 5, "    total = sum(squares) / len(squares)\n    total = total + weight", False),
        (2, 6, "    return sum((values - wanted) ** 2)", False),
    ],
)
def test_a_function_that_is_written_anew_is_no_repair(
    tmp_path: Path, first: int, last: int, text: str, is_anew: bool
) -> None:
    (tmp_path / "a.py").write_text(LOSS)
    why = why_unfair([Patch("a.py", first, last, text)], tmp_path)
    assert (why is not None and "anew" in why) is is_anew
