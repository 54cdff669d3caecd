"""What a reporter guesses, and what an error or a warning says itself, makes no criteria."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria.derive.guesses import is_guess
from seismograd.reproduce.criteria_selection import SURE
from seismograd.reproduce.report.parse import parse_report

LIKELY = 0.3


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
    told = "# Odd loss\n\nThe loss of our data is 0.0. Could it be a ZeroDivisionError somewhere?\n"
    assert 'raises("ZeroDivisionError")' not in checks(told, LIKELY)
    sure = "# Odd loss\n\nIt fails with a ZeroDivisionError. Could it be the mask?\n"
    assert 'raises("ZeroDivisionError")' in checks(sure, LIKELY)


COPIED = """\
Traceback (most recent call last):
  File "train.py", line 3, in fit
    model(x)
RuntimeError: mixed dtype (CPU): all inputs must share same datatype.
"""


@pytest.mark.parametrize(
    "body",
    [
        "It stops with\n\n    RuntimeError: mixed dtype, all inputs must be alike\n\n"
        "or something along these lines, I closed the terminal.",
        "`fit` raises RuntimeError: expected Double but the weights are Float (from memory).",
        "iirc the message was\n\n    RuntimeError: shapes of a and b do not go together\n",
        "It was not the exact message, but\n\n    IndexError: index is out of range\n",
        "It says something like\n\n    ValueError: cannot balance an empty tree of nodes\n",
    ],
)
def test_a_message_from_memory_is_read_again_by_whoever_writes_the_scripts(body: str) -> None:
    assert checks(f"Training fails\n\n{body}", LIKELY)
    assert not checks(f"Training fails\n\n{body}", SURE)


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
    assert checks(f"Training fails\n\n{body}", SURE)


def test_what_was_left_out_of_a_message_may_be_anything() -> None:
    found = checks("It fails\n\n    ValueError: cannot balance ... of nodes\n")
    assert 'raises("ValueError", "cannot balance.*of nodes")' in found


def test_numbers_of_an_error_are_no_values() -> None:
    told = (
        "# It crashes\n\n```\nTraceback (most recent call last):\n"
        '  File "net.py", line 3, in forward\n    raise ValueError\n'
        "ValueError: expected 4 channels but got 3; rate 0.1 must be below 0.01\n```\n"
    )
    assert {one.partition("(")[0] for one in checks(told)} == {"raises"}


def test_numbers_of_a_quoted_message_are_no_values() -> None:
    told = '# It dies\n\nIt stops with "Sizes must match. Expected size 25 but\ngot 24", always.\n'
    assert {one.partition("(")[0] for one in checks(told)} == {"raises"}


def test_a_message_may_say_what_must_be() -> None:
    told = "# It dies\n\nA RuntimeError saying the size of a must match the size of b.\n"
    assert 'raises("RuntimeError", "the size of a must match the size of b")' in checks(told)
    assert not checks("# Sizes\n\n`Net` should raise a RuntimeError if the sizes differ.\n")


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
