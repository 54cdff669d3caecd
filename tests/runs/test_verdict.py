from __future__ import annotations

import pytest

from seismograd.runs.failure import Failure, failure_of
from seismograd.runs.state import RunState
from seismograd.runs.verdict import Told, verdict
from seismograd.traces.events import Frame, Raised
from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.outcome import Captured, Ending, Outcome

LIMITS = Limits(wall_s=10, cpu_s=5)


def told(
    outcome: Outcome, failure: Failure | None = None, *, ended: bool = False
) -> tuple[str, str]:
    found = verdict(outcome, Told(failure, ended_itself=ended), LIMITS)
    return found.state.value, found.sentence


def exited(code: int, stderr: str = "") -> Outcome:
    return Outcome(Ending.EXITED, exit_code=code, stderr=Captured(stderr.encode()))


@pytest.mark.parametrize(
    ("ending", "state", "words"),
    [
        (Ending.CANCELLED, RunState.CANCELLED, "cancelled"),
        (Ending.WALL_LIMIT, RunState.TIMEOUT, "limit of 10 s (setting limits.wall)"),
        (Ending.CPU_LIMIT, RunState.TIMEOUT, "limit of 5 s (setting limits.cpu)"),
        (Ending.MEMORY_LIMIT, RunState.FAILED, "limit of 16 GiB (setting limits.memory)"),
        (Ending.DISK_LIMIT, RunState.FAILED, "limits.disk"),
        (Ending.LOST, RunState.FAILED, "run it again"),
    ],
)
def test_what_the_sandbox_saw(ending: Ending, state: RunState, words: str) -> None:
    found, sentence = told(Outcome(ending))
    assert found == state
    assert words in sentence


def test_success_is_short() -> None:
    assert told(exited(0), ended=True) == ("finished", "The run finished.")


def test_a_failure_names_the_line() -> None:
    failure = Failure("ValueError", "no good.", "model.py", 7)
    state, sentence = told(exited(1), failure, ended=True)
    assert (state, sentence) == (
        "failed",
        "The script failed with ValueError: no good (model.py:7).",
    )


def test_a_failure_comes_with_its_remedy() -> None:
    failure = Failure("ModuleNotFoundError", "No module named 'timm'", "a.py", 1)
    found = verdict(exited(1), Told(failure, remedy="Install timm."), LIMITS)
    assert found.sentence.endswith("(a.py:1). Install timm.")


def test_last_words_of_a_script_that_ends_itself() -> None:
    _, sentence = told(exited(1, "loading\ngive me data\n"), ended=True)
    assert sentence == "The script ended itself with status 1; its last words: give me data"


@pytest.mark.parametrize("ending", [Ending.WALL_LIMIT, Ending.SIGNALLED])
def test_what_is_ended_from_outside_was_somewhere(ending: Ending) -> None:
    found = verdict(Outcome(ending, signal=11), Told(last_place="model.py:3"), LIMITS)
    assert found.sentence.endswith(". It was at model.py:3.")


@pytest.mark.parametrize(
    ("stderr", "words"),
    [
        ("usage: t.py --lr LR\nt.py: error: the following arguments are required: --lr\n",
         "wants other arguments: the following arguments are required: --lr"),
        ("Usage: t.py\n\nError: Missing option '--lr'.\n", "Missing option '--lr'"),
    ],
)  # fmt: skip
def test_a_script_that_needs_arguments_says_so(stderr: str, words: str) -> None:
    sentence = told(exited(2, stderr), ended=True)[1]
    assert words in sentence
    assert "after --" in sentence


def test_a_script_that_leaves_by_itself() -> None:
    assert told(exited(3), ended=True)[1] == "The script ended itself with status 3."
    assert "status 7 and said nothing" in told(exited(7))[1]
    assert told(exited(7, "a\nlast words\n"))[1].endswith("status 7: last words")
    fatal = "Fatal Python error: no hash seed\nPython runtime state: preinitialized\n\n"
    assert told(exited(1, fatal))[1].endswith("status 1: Fatal Python error: no hash seed")


@pytest.mark.parametrize(
    ("number", "words"), [(11, "segmentation fault"), (9, "SIGKILL"), (15, "SIGTERM"), (999, "999")]
)
def test_signals_are_named(number: int, words: str) -> None:
    state, sentence = told(Outcome(Ending.SIGNALLED, signal=number))
    assert state == "failed"
    assert words in sentence


def test_the_failure_is_at_the_innermost_line_of_the_project() -> None:
    frames = (
        Frame("train.py", 3, "main", "step()", in_project=True),
        Frame("model.py", 9, "step", "self.f(x)", in_project=True),
        Frame("/lib/torch.py", 100, "f", "raise", in_project=False),
    )
    failure = failure_of(Raised(type="RuntimeError", message="a\n  b", frames=frames))
    assert str(failure) == "RuntimeError: a b (model.py:9)"
    assert str(failure_of(Raised())) == "an exception"
