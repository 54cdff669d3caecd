"""`raises`: what passes, and what is nearer than what."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.checks.places import RaisedIn
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.traces.events import EarlierException, Frame
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.criteria.observations import (
    SCRIPT,
    ended,
    raised,
    raised_by_the_script,
    raised_in_a_thread,
)

WORKER = (
    "Caught LabelError in DataLoader worker process 0.\n"
    "Original Traceback (most recent call last):\n"
    '  File "/site-packages/torch/worker.py", line 302, in _worker_loop\n'
    "    data = fetcher.fetch(index)\n"
    '  File "/home/me/net/data/reader.py", line 41, in __getitem__\n'
    '    raise LabelError("label 7 is too large")\n'
    "net.LabelError: label 7 is too large\n"
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


@pytest.mark.parametrize("how", ["cause", "context"])
def test_what_another_exception_came_from_counts(how: str) -> None:
    inner = EarlierException(type="KeyError", message="'x'", how=how)
    run = raised("ConfigError", "bad", because=[inner])
    assert Raises("KeyError", "x").judge(run).passed
    assert not Raises("KeyError", "other").judge(run).passed


def test_what_the_script_made_of_an_exception_is_near_but_not_it() -> None:
    inner = EarlierException(type="KeyError", message="'x'", how="context")
    run = raised_by_the_script("RuntimeError", "bad", "raise RuntimeError('bad')", because=[inner])
    verdict = Raises("KeyError").judge(run)
    assert not verdict.passed
    assert verdict.distance < 0.3
    assert "bare `raise`" in verdict.why


def test_an_inner_exception_of_the_script_itself_does_not_count() -> None:
    own = Frame(SCRIPT, 9, "load", "raise KeyError('x')")
    inner = EarlierException(type="KeyError", message="'x'", frames=(own,), how="cause")
    assert not Raises("KeyError").judge(raised("ConfigError", "bad", because=[inner])).passed


def test_a_worker_tells_its_exception_as_text() -> None:
    run = raised("RuntimeError", WORKER)
    assert Raises("LabelError", "label .* too large").judge(run).passed
    assert RaisedIn("data/reader.py", function="__getitem__").judge(run).passed


def test_bases_of_an_exception_that_nobody_knows_here() -> None:
    run = raised("lib.TooDeep", "17 levels", bases=["lib.LibError", "RuntimeError"])
    assert Raises("RuntimeError").judge(run).passed
    assert Raises("lib.LibError", "levels").judge(run).passed
    assert not Raises("ValueError").judge(run).passed


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
