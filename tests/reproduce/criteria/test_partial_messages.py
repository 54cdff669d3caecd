"""Messages from memory: the type of the exception counts, and what the words are about."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

DTYPES = "dtype|datatype|scalar type|input type|bias type"
SHAPES = "shape|size|dimension|channels|broadcast"
COPIED = """\
Traceback (most recent call last):
  File "train.py", line 3, in fit
    model(x)
RuntimeError: mixed dtype (CPU): all inputs must share same datatype.
"""


def checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        (
            "It stops with\n\n    RuntimeError: mixed dtype, all inputs must be alike\n\n"
            "or something along these lines, I closed the terminal.",
            f'"RuntimeError", "{DTYPES}"',
        ),
        (
            "`fit` raises RuntimeError: expected Double but the weights are Float (from memory).",
            f'"RuntimeError", "{DTYPES}"',
        ),
        (
            "iirc the message was\n\n    RuntimeError: shapes of a and b do not go together\n",
            f'"RuntimeError", "{SHAPES}"',
        ),
        (
            "I did not copy the exact message, it was\n\n    IndexError: index is out of range\n",
            '"IndexError", "out of range|out of bounds"',
        ),
        (
            "`resume` ends with KeyError: 'schedule' or something like that.",
            '"KeyError", "\'schedule\'"',
        ),
        (
            "It says something like\n\n    ValueError: cannot balance an empty tree of nodes\n",
            '"ValueError", "cannot.*balance|balance.*empty|empty.*tree|tree.*nodes"',
        ),
    ],
)
def test_words_that_are_not_exact_count_by_what_they_are_about(body: str, pattern: str) -> None:
    assert any(pattern in check for check in checks(f"Training fails\n\n{body}"))


@pytest.mark.parametrize(
    "body",
    [
        "It stops with\n\n    RuntimeError: mixed dtype, all inputs must be alike\n",
        f"Something like this, I closed the terminal:\n\n```\n{COPIED}```\n",
        "It stops with\n\n    RuntimeError: mixed dtype, all inputs must be alike\n\n"
        "I remember that it worked last week.",
    ],
)
def test_a_message_that_nobody_doubts_is_taken_at_its_word(body: str) -> None:
    assert not any(DTYPES in check for check in checks(f"Training fails\n\n{body}"))


def test_what_was_left_out_of_a_message_may_be_anything() -> None:
    found = checks("It fails\n\n    ValueError: cannot balance ... of nodes\n")

    assert 'raises("ValueError", "cannot balance.*of nodes")' in found
