"""What is said about a run, and what is not."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from seismograd.runs.folder import RunFolder, new_run_folder
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.traces import TraceSummary
from seismograd.traces.events import Overhead


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return new_run_folder(tmp_path)


@pytest.mark.parametrize(
    ("seconds", "share", "said"),
    [
        (0.05, 0.17, None),
        (0.4, 0.05, None),
        (0.6, 0.6, 0.6),
        (0.45, 0.045, 0.045),
        (30.0, 0.03, 0.03),
        (0.0, 0.0, None),
        (None, 0.1, None),
    ],
)
def test_the_share_of_the_probes_is_said_where_it_means_something(
    folder: RunFolder, seconds: float | None, share: float, said: float | None
) -> None:
    told = TraceSummary(overhead=Overhead(seconds=seconds, share=share))
    assert RunSummary(folder, RunRecord(), told).probe_share == said


def test_lines_of_others_in_the_trace_are_counted(folder: RunFolder) -> None:
    told = TraceSummary(events={"start": 1}, skipped={"garbage": 1200, "torn": 1})
    trouble = RunSummary(folder, RunRecord(), told).trace_trouble
    assert trouble == "1,201 lines in it are not ours and were passed over"


def test_a_trace_that_is_well_is_no_trouble(folder: RunFolder) -> None:
    assert RunSummary(folder, RunRecord(), TraceSummary(events={"start": 1})).trace_trouble is None


def test_a_folder_that_was_closed_is_opened_again(folder: RunFolder) -> None:
    folder.trace.write_text("{}")
    folder.trace.chmod(0)
    folder.path.chmod(0)
    folder.reclaim()
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.trace.stat().st_mode) == 0o600
