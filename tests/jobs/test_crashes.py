"""Processes that are killed amid their jobs, and several at once."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seismograd.jobs import JobState
from seismograd.jobs.history import JobHistory
from seismograd.jobs.places import in_cache

WORKER = Path(__file__).with_name("worker_process.py")
FOREVER = 1_000_000
ROUNDS = 8


def worker(root: Path, count: int, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(WORKER), str(root), str(count), name]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def check_file(root: Path) -> None:
    with sqlite3.connect(in_cache(root)()) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_what_was_told_as_done_is_done_after_a_kill_at_any_point(root: Path) -> None:
    draw, told = random.Random(7), set[str]()
    was_open = 0
    for turn in range(ROUNDS):
        with worker(root, FOREVER, "killed") as process:
            assert process.stdout is not None
            if turn % 4:
                told.add(process.stdout.readline().strip())
            time.sleep(draw.random() * 0.3)
            process.kill()
            told.update(line.strip() for line in process.stdout if line.endswith("\n"))
        history = JobHistory.of(root)
        interrupted = {record.id for record in history.take_interrupted()}
        found = {record.id: record for record in history.recent(100_000)}
        history.close()
        was_open += bool(interrupted)
        lost = [job for job in told if job in found and found[job].state is not JobState.DONE]
        assert lost == []
        assert not interrupted & told
        assert all(record.state.is_over for record in found.values())
        assert all(found[job].result == f"/runs/{job}" for job in told if job in found)
        newest = sorted(found.values(), key=lambda record: record.queued)[-1_000:]
        assert len(told - found.keys()) == 0 or len(newest) == 1_000
        check_file(root)
    assert told
    assert was_open, "no kill ever came amid a job"


def test_several_processes_at_once_lose_nothing(root: Path) -> None:
    workers = [worker(root, 6, str(number)) for number in range(3)]
    told = {
        line.strip() for process in workers for line in process.communicate(timeout=60)[0].split()
    }
    assert [process.returncode for process in workers] == [0, 0, 0]
    records = JobHistory.of(root).recent(1_000)
    assert len(told) == 3 * 6 * 5
    assert {record.id for record in records if record.state is JobState.DONE} == told
    check_file(root)


def test_a_new_window_leaves_the_jobs_of_another_one_alone(root: Path) -> None:
    with worker(root, FOREVER, "living") as process:
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(5):
            history = JobHistory.of(root)
            assert history.take_interrupted() == []
            history.close()
        process.kill()


def test_many_windows_set_one_broken_file_aside_once(root: Path) -> None:
    file = in_cache(root)()
    file.write_bytes(b"broken" * 2_000)
    workers = [worker(root, 2, str(number)) for number in range(4)]
    told = {line for process in workers for line in process.communicate(timeout=60)[0].split()}
    assert len(told) == 4 * 2 * 5
    assert len(list(file.parent.glob("*.db.damaged-*"))) == 1
    done = {r.id for r in JobHistory.of(root).recent(1_000) if r.state is JobState.DONE}
    assert done == told
