"""Whether a search can follow the first run."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.repair.deadline import Deadline
from seismograd.repair.first_run import result_without_search
from seismograd.repair.results.result import RepairStatus
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces.events import Frame, Place, Raised
from seismograd.traces.summary import TraceSummary

MISSING = "[Errno 2] No such file or directory: 'data.csv'"


def summary(
    root: Path, raised: Raised | None, steps: int = 0, exit_code: int | None = 1
) -> RunSummary:
    state = RunState.FINISHED if exit_code == 0 else RunState.FAILED
    record = RunRecord(
        root=str(root), state=state, sentence="It failed.", steps=steps, exit_code=exit_code
    )
    return RunSummary(RunFolder(root), record, TraceSummary(exception=raised))


def raised(kind: str, message: str, line: str = "") -> Raised:
    frame = Frame(file="train.py", line=3, text=line, in_project=True)
    return Raised(type=kind, message=message, frames=(frame,))


@pytest.mark.parametrize(
    "why",
    [
        raised("FileNotFoundError", MISSING),
        raised("EOFError", "EOF when reading a line"),
        raised("urllib.error.URLError", "<urlopen error timed out>"),
        raised("ModuleNotFoundError", "No module named 'timm'"),
        raised("ImportError", "cannot import name 'Sequential' from 'torch'"),
        raised("KeyError", "'LR'", 'os.environ["LR"]'),
        Raised(type="SyntaxError", message="invalid syntax", place=Place("train.py", 2)),
        None,
    ],
)
def test_what_no_patch_can_remove_is_not_searched(tmp_path: Path, why: Raised | None) -> None:
    found = result_without_search(summary(tmp_path, why), Deadline())
    assert found is not None
    assert found.status is RepairStatus.CANNOT_TELL
    assert found.reason == "It failed."


@pytest.mark.parametrize(
    "why",
    [
        raised("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (32x8 and 16x2)"),
        raised("RuntimeError", "expected scalar type Long but found Float"),
        raised("IndexError", "Target 3 is out of bounds."),
        raised("ValueError", "embed_dim must be divisible by num_heads"),
    ],
)
def test_a_crash_of_the_training_code_is_searched(tmp_path: Path, why: Raised) -> None:
    assert result_without_search(summary(tmp_path, why), Deadline()) is None


def test_a_run_that_trained_is_searched_however_it_ended(tmp_path: Path) -> None:
    late = summary(tmp_path, raised("FileNotFoundError", MISSING), steps=50)
    assert result_without_search(late, Deadline()) is None
    assert result_without_search(summary(tmp_path, None, steps=50), Deadline()) is None
    assert result_without_search(summary(tmp_path, None, exit_code=0), Deadline()) is None


def test_a_run_that_was_killed_is_searched(tmp_path: Path) -> None:
    """It may have taken too much memory, which a smaller batch does not."""
    for exit_code in (137, None):
        killed = summary(tmp_path, None, exit_code=exit_code)
        assert result_without_search(killed, Deadline()) is None


def test_nothing_follows_a_cancelled_run(tmp_path: Path) -> None:
    deadline = Deadline()
    deadline.cancel.set()
    found = result_without_search(summary(tmp_path, None, exit_code=None), deadline)
    assert found is not None
    assert found.status is RepairStatus.CANCELLED
