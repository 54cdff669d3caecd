"""Trials are taken over only where all that they depend on is the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.repair.trials.trial_inputs import trial_inputs
from seismograd.repair.trials.trial_log import search_key
from seismograd.runs.entry import Entry
from seismograd.runs.folder import RunFolder
from seismograd.runs.plan import Plan
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.runs.watched_run import WatchedRun
from seismograd.traces import TraceSummary
from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.selection import choose


def watched(root: Path, sandbox: str = "process", torch: str = "2.0") -> WatchedRun:
    (root / "train.py").touch()
    plan = Plan(Entry(root, ".", "train.py"), Path("python"))
    told = TraceSummary(packages={"torch": torch})
    summary = RunSummary(RunFolder(root / "run"), RunRecord(sandbox=sandbox), told)
    return WatchedRun(summary, plan, choose("process", root))


def key(run: WatchedRun) -> str:
    return search_key(trial_inputs(run))


@pytest.mark.parametrize(
    "change",
    [
        lambda plan: replace(plan, environment={"LR": "1"}),
        lambda plan: replace(plan, limits=Limits(memory_bytes=1 << 30)),
        lambda plan: replace(plan, readable=(Path("/data"),)),
        lambda plan: replace(plan, python=Path("other")),
        lambda plan: replace(plan, python_path="lib"),
        lambda plan: replace(plan, seed=3),
        lambda plan: replace(plan, gpu=True),
        lambda plan: replace(plan, probes="none"),
        lambda plan: replace(plan, entry=replace(plan.entry, arguments=("--fast",))),
    ],
)
def test_every_option_of_a_run_counts(tmp_path: Path, change: Callable[[Plan], Plan]) -> None:
    run = watched(tmp_path)
    assert key(run) != key(replace(run, plan=change(run.plan)))


def test_what_is_for_the_eye_does_not_count(tmp_path: Path) -> None:
    run = watched(tmp_path)
    assert key(run) == key(replace(run, plan=replace(run.plan, live=True, python_why="asked")))


def test_the_sandbox_packages_and_variables_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {key(watched(tmp_path)), key(watched(tmp_path, "docker"))}
    keys.add(key(watched(tmp_path, torch="2.1")))
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    keys.add(key(watched(tmp_path)))
    assert len(keys) == 4


def test_data_outside_of_the_project_count(tmp_path: Path) -> None:
    data, root = tmp_path / "data", tmp_path / "project"
    data.mkdir()
    root.mkdir()
    run = watched(root)
    run = replace(run, plan=replace(run.plan, readable=(data,)))
    before = key(run)
    assert key(run) == before
    (data / "data.csv").write_text("1,2")
    assert key(run) != before
