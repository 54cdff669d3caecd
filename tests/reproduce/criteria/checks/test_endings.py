"""`times_out`, `ends_with_signal`, `runs_out_of_memory`, `prints`, `warns`."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.checks.endings import EndsWithSignal, RunsOutOfMemory, TimesOut
from seismograd.reproduce.criteria.checks.output import Prints, Warns
from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.criteria.observations import ended, raised, warned


def test_time_limits_pass_and_endings_do_not() -> None:
    assert TimesOut().judge(ended(Ending.WALL_LIMIT, exit_code=None)).passed
    assert TimesOut().judge(ended(Ending.CPU_LIMIT, exit_code=None)).passed
    assert TimesOut().judge(ended()).why == "after 1.5 s the run finished"


@pytest.mark.parametrize(
    "run",
    [
        ended(Ending.SIGNALLED, exit_code=None, signal=11),
        ended(Ending.SIGNALLED, exit_code=-11),
        ended(exit_code=139),
        ended(exit_code=134, stderr="Fatal Python error: Segmentation fault\n"),
    ],
)
def test_a_signal_is_known_however_it_is_told(run: Observation) -> None:
    assert EndsWithSignal(11).judge(run).passed


def test_another_signal_is_nearer_than_none() -> None:
    other = EndsWithSignal(11).judge(ended(Ending.SIGNALLED, exit_code=None, signal=6))
    none = EndsWithSignal(11).judge(ended(exit_code=1))
    assert "SIGABRT ended it, not SIGSEGV" in other.why
    assert other.distance < none.distance == 1


def test_memory_runs_out_by_limit_or_exception() -> None:
    check = RunsOutOfMemory()
    assert check.judge(ended(Ending.MEMORY_LIMIT, exit_code=None)).passed
    assert check.judge(raised("torch.OutOfMemoryError", "CUDA out of memory.")).passed
    assert check.judge(raised("RuntimeError", "DefaultCPUAllocator: can't allocate memory")).passed
    assert not check.judge(raised("ValueError", "no")).passed


def test_prints_reads_both_streams_and_names_the_nearest_line() -> None:
    check = Prints("loss: nan at step")
    assert check.judge(ended(stderr="epoch 1\nLoss: NaN at step 3\n")).passed
    near = check.judge(ended(stdout="start\nloss: 0.5 at step 3\n"))
    assert "'loss: 0.5 at step 3'" in near.why
    assert near.distance < check.judge(ended(stdout="start\n")).distance < 1


def test_the_verdict_of_the_script_is_no_output() -> None:
    own = ended(stdout='REPRODUCED: loss: nan at step 3\nMEASURED x "loss: nan at step"\n')
    assert not Prints("loss: nan at step").judge(own).passed


def test_warnings_by_category_and_message() -> None:
    check = Warns("UserWarning", "lr_scheduler.step .* before")
    message = "Detected call of `lr_scheduler.step()` before `optimizer.step()`"
    assert check.judge(warned("UserWarning", message)).passed
    assert check.judge(ended(stderr=f"a.py:3: UserWarning: {message}\n")).passed
    category = check.judge(warned("FutureWarning", message))
    other = check.judge(warned("UserWarning", "something else"))
    assert category.distance < other.distance < check.judge(ended()).distance
