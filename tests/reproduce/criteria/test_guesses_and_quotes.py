"""What a reporter guesses, and what an error or a warning says itself, makes no criteria."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria.derive.guesses import is_guess
from seismograd.reproduce.report.parse import parse_report

SURE = 0.3


def checks(text: str, least: float = 0.0) -> list[str]:
    found = derive(parse_report(text))
    return [one.criteria[0].check for one in found if one.confidence >= least]


@pytest.mark.parametrize(
    ("sentence", "guess"),
    [
        ("Could it be a division by zero somewhere?", True),
        ("I wonder whether an IndexError is swallowed.", True),
        ("Is there a KeyError behind it?", True),
        ("Why do I get a KeyError?", False),
        ("It raises a KeyError.", False),
    ],
)
def test_questions_and_hedges_are_guesses(sentence: str, guess: bool) -> None:
    assert is_guess(sentence) is guess


def test_an_exception_that_is_only_guessed_is_not_looked_for_first() -> None:
    told = "# Odd loss\n\nThe loss of our data is 0.0. Could it be a division by zero somewhere?\n"
    assert 'raises("ZeroDivisionError", "division by zero")' not in checks(told, SURE)
    sure = "# Odd loss\n\nIt fails with a division by zero. Could it be the mask?\n"
    assert 'raises("ZeroDivisionError", "division by zero")' in checks(sure, SURE)


def test_numbers_of_an_error_are_no_values() -> None:
    told = (
        "# It crashes\n\n```\nTraceback (most recent call last):\n"
        '  File "net.py", line 3, in forward\n    raise ValueError\n'
        "ValueError: expected 4 channels but got 3; rate 0.1 must be below 0.01\n```\n"
    )
    assert {one.partition("(")[0] for one in checks(told)} == {"raises"}


@pytest.mark.parametrize(
    ("sentence", "check"),
    [
        (
            'Every batch it fails with the warning "Lookahead windows are deprecated here".',
            'warns("Warning", "Lookahead windows are deprecated here")',
        ),
        (
            'I got the message "Lookahead windows are deprecated here" as a FutureWarning.',
            'warns("FutureWarning", "Lookahead windows are deprecated here")',
        ),
        (
            'It fails with the message "Lookahead windows are too short here".',
            'raises("Exception", "Lookahead windows are too short here")',
        ),
    ],
)
def test_a_quoted_warning_is_warned(sentence: str, check: str) -> None:
    assert checks(f"# Noise\n\n{sentence}\n")[0] == check
