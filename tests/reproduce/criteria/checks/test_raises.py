"""`raises`: what passes, and what is nearer than what."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.traces.events import EarlierException
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.criteria.observations import (
    ended,
    raised,
    raised_by_the_script,
    raised_in_a_thread,
)

SHAPES = Raises("RuntimeError", "shapes .* cannot be multiplied", (32.0, 10.0))


def test_passes_with_type_and_message() -> None:
    verdict = SHAPES.judge(
        raised("RuntimeError", "mat1 shapes cannot be multiplied (32x4 and 8x10)")
    )
    assert verdict.passed
    assert verdict.distance == 0
    assert verdict.why.endswith("(32x4 and 8x10)")


def test_other_numbers_pass_and_are_told() -> None:
    verdict = SHAPES.judge(
        raised("RuntimeError", "mat1 shapes cannot be multiplied (32x4 and 8x3)")
    )
    assert verdict.passed
    assert "the report has the number 10 as well" in verdict.why


def test_a_descendant_passes() -> None:
    assert Raises("LookupError").judge(raised("KeyError", "'x'")).passed


def test_the_nearer_the_smaller_the_distance() -> None:
    runs = [
        raised("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)"),
        raised("RuntimeError", "shapes cannot be broadcast"),
        raised("ValueError", "shapes (2,) cannot be multiplied"),
        raised("RuntimeError", "CUDA error"),
        raised("NotImplementedError", "shapes cannot be broadcast"),
        raised("TypeError", "shapes cannot be broadcast"),
        raised("TypeError", "missing argument"),
        ended(),
    ]
    distances = [SHAPES.judge(run).distance for run in runs]
    assert distances[0] == 0
    assert distances[1] < distances[3] < distances[5] < distances[6] < distances[7]
    assert distances[2] < distances[3]
    assert distances[-1] == 1


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (raised("TypeError", "no"), "TypeError: no was raised instead of RuntimeError"),
        (raised("RuntimeError", "other"), "it says 'other', not 'shapes .* cannot be multiplied'"),
        (ended(stdout="NOT REPRODUCED\n"), "the script says NOT REPRODUCED"),
        (ended(Ending.WALL_LIMIT, exit_code=None), "time limit"),
    ],
)
def test_says_what_was_seen_instead(run: object, why: str) -> None:
    assert why in SHAPES.judge(run).why  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["raise RuntimeError('x')", "assert False, 'x'"])
def test_what_the_script_raises_itself_does_not_count(text: str) -> None:
    verdict = Raises("Exception").judge(raised_by_the_script("RuntimeError", "x", text))
    assert not verdict.passed
    assert "the script itself" in verdict.why


def test_members_of_a_group_and_threads_count() -> None:
    member = EarlierException(type="KeyError", message="'x'")
    assert Raises("KeyError").judge(raised("ExceptionGroup", "two", group=[member])).passed
    assert Raises("KeyError").judge(raised_in_a_thread("KeyError", "'x'")).passed


def test_a_cause_is_near_but_not_it() -> None:
    cause = EarlierException(type="KeyError", message="'x'", how="cause")
    verdict = Raises("KeyError").judge(raised("ConfigError", "bad", because=[cause]))
    assert not verdict.passed
    assert verdict.distance < 0.3


def test_reads_what_python_printed_where_there_is_no_trace() -> None:
    stderr = (
        "Traceback (most recent call last):\n"
        '  File "reproduce_it.py", line 4, in <module>\n'
        "    run()\n"
        '  File "net/model.py", line 12, in forward\n'
        "    return x @ w\n"
        "RuntimeError: shapes (1, 2)\n  cannot be multiplied\n"
    )
    assert SHAPES.judge(ended(exit_code=1, stderr=stderr)).passed
