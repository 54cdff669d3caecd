from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seismograd.jobs import JobRecord, JobState
from seismograd.jobs import history as history_module
from seismograd.jobs.history import JobHistory
from seismograd.jobs.owner import Owner, this_process
from seismograd.jobs.places import has_history, in_cache
from seismograd.jobs.store import JobStore, StoreUnusable

NOW = 1_000_000.0


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("LOCALAPPDATA", str(folder))
    monkeypatch.setattr(history_module, "RETRY_SECONDS", 0.0)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def record(name: str = "a", state: JobState = JobState.DONE, queued: float = NOW) -> JobRecord:
    ended = queued + 2 if state.is_over else None
    return JobRecord(name, "run", f"Run {name}", state, queued, queued + 1, ended, "ok", "/r")


def file_of(root: Path) -> Path:
    return in_cache(root)()


def states(root: Path) -> dict[str, str]:
    return {found.id: found.state.value for found in JobHistory.of(root).recent()}


def test_jobs_are_found_again_newest_first(root: Path) -> None:
    history = JobHistory.of(root)
    assert history.remember(record("old", queued=NOW))
    assert history.remember(record("new", queued=NOW + 10))
    assert JobHistory.of(root).recent() == [record("new", queued=NOW + 10), record("old")]
    assert JobHistory.of(root).recent(most=1) == [record("new", queued=NOW + 10)]
    assert file_of(root).exists()
    assert list(root.iterdir()) == []


def test_names_that_are_no_text_are_written_down_as_well(root: Path) -> None:
    odd = os.fsdecode(b"train\xff.py")
    job = JobRecord("a", "run", f"Run {odd}", JobState.DONE, NOW, None, None, odd, f"/r/\0{odd}")
    assert JobHistory.of(root).remember(job)
    (found,) = JobHistory.of(root).recent()
    assert found.title == "Run train\\udcff.py"


def test_nothing_is_made_before_the_first_use(root: Path, cache: Path) -> None:
    JobHistory.of(root)
    assert not cache.exists()
    assert not has_history(root)


def test_a_job_becomes_what_it_became(root: Path) -> None:
    history = JobHistory.of(root)
    for state in (JobState.QUEUED, JobState.RUNNING, JobState.DONE):
        history.remember(record(state=state))
        assert states(root) == {"a": state.value}
    history.close()


def test_a_file_that_is_no_database_is_set_aside(
    root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = file_of(root)
    file.write_bytes(b"This is no database at all, only text. " * 200)
    history = JobHistory.of(root)
    assert history.remember(record())
    assert states(root) == {"a": "done"}
    (aside,) = file.parent.glob("*.db.damaged-*")
    assert aside.read_bytes().startswith(b"This is no database")
    assert "was damaged" in caplog.text


@pytest.mark.parametrize("seed", range(6))
def test_a_database_with_broken_pages_is_set_aside_or_used(root: Path, seed: int) -> None:
    import random

    history = JobHistory.of(root)
    for number in range(200):
        history.remember(record(str(number)))
    history.close()
    draw, data = random.Random(seed), bytearray(file_of(root).read_bytes())
    for _ in range(300):
        data[draw.randrange(len(data))] = draw.randrange(256)
    file_of(root).write_bytes(data)
    assert JobHistory.of(root).remember(record("new"))
    assert states(root)["new"] == "done"


def test_a_database_that_breaks_while_it_is_used_is_replaced(root: Path) -> None:
    history = JobHistory.of(root)
    assert history.remember(record("a"))
    for companion in ("-wal", "-shm"):
        Path(f"{file_of(root)}{companion}").unlink(missing_ok=True)
    file_of(root).write_bytes(b"garbage" * 5_000)
    assert history.remember(record("b"))
    assert "b" in states(root)


def test_a_folder_that_is_removed_meanwhile_is_made_again(root: Path) -> None:
    import shutil

    history = JobHistory.of(root)
    assert history.remember(record("a"))
    shutil.rmtree(file_of(root).parent)
    assert history.remember(record("b"))
    assert states(root) == {"b": "done"}


def test_old_files_that_were_set_aside_are_removed_in_the_end(root: Path) -> None:
    for _ in range(6):
        file_of(root).write_bytes(b"broken" * 1_000)
        history = JobHistory.of(root)
        assert history.remember(record())
        history.close()
        time.sleep(1.01 if sys.platform == "win32" else 0.2)
    assert 1 <= len(list(file_of(root).parent.glob("*.db.damaged-*"))) <= 3


def test_somebody_elses_database_is_left_alone(root: Path) -> None:
    with sqlite3.connect(file_of(root)) as theirs:
        theirs.execute("CREATE TABLE cookies (secret TEXT)")
        theirs.execute("INSERT INTO cookies VALUES ('mine')")
    assert JobHistory.of(root).remember(record())
    (aside,) = file_of(root).parent.glob("*.db.damaged-*")
    with sqlite3.connect(aside) as theirs:
        assert theirs.execute("SELECT secret FROM cookies").fetchall() == [("mine",)]


def test_triggers_that_somebody_added_do_not_run(root: Path) -> None:
    history = JobHistory.of(root)
    history.remember(record("a"))
    history.close()
    with sqlite3.connect(file_of(root)) as hostile:
        hostile.execute("CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM jobs; END")
    assert JobHistory.of(root).remember(record("b"))
    assert states(root) == {"b": "done"}


def test_a_newer_database_is_neither_changed_nor_set_aside(root: Path) -> None:
    history = JobHistory.of(root)
    history.remember(record("a"))
    history.close()
    with sqlite3.connect(file_of(root)) as newer:
        newer.execute("PRAGMA user_version = 99")
    before = file_of(root).read_bytes()
    with pytest.raises(StoreUnusable, match="newer"):
        JobStore(file_of(root))
    history = JobHistory.of(root)
    assert not history.remember(record("b"))
    assert history.recent() == [record("b")]
    assert file_of(root).read_bytes() == before


def test_rows_that_make_no_sense_are_passed_over(root: Path) -> None:
    history = JobHistory.of(root)
    history.remember(record("good"))
    history.close()
    with sqlite3.connect(file_of(root)) as hostile:
        hostile.execute(
            "INSERT INTO jobs VALUES ('x', x'00', 'T', 'running', 1e300, 'soon', NULL, NULL, NULL,"
            " 7, 'many', NULL IS NULL, -1)"
        )
        hostile.execute(
            "INSERT INTO jobs VALUES ('y', 'k', 'T', 'exploded', 1.0, NULL, NULL, NULL, NULL,"
            " 'h', 99999999999999, 'b', 1.0)"
        )
    assert states(root) == {"good": "done"}


@pytest.mark.skipif(os.name != "posix", reason="links need rights there")
@pytest.mark.parametrize("companion", ["", "-wal", "-shm", "-journal"])
def test_links_are_not_followed(root: Path, tmp_path: Path, companion: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    Path(f"{file_of(root)}{companion}").symlink_to(precious)
    history = JobHistory.of(root)
    assert not history.remember(record())
    assert history.recent() == [record()]
    assert precious.read_text() == "mine"


def test_without_any_place_the_history_lasts_for_the_session(
    root: Path, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write_text("in the way")
    history = JobHistory.of(root)
    assert not history.remember(record("a"))
    assert not history.remember(record("b", queued=NOW + 1))
    assert [found.id for found in history.recent()] == ["b", "a"]
    assert history.recent(most=1) == [record("b", queued=NOW + 1)]
    assert history.take_interrupted() == []
    assert caplog.text.count("Jobs are not written down") == 1
    cache.unlink()
    assert history.remember(record("c"))
    assert states(root) == {"a": "done", "b": "done", "c": "done"}


NO_SPACE = """
import resource, signal, sys
from pathlib import Path
from seismograd.jobs import JobRecord, JobState
from seismograd.jobs.history import JobHistory
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
history = JobHistory.of(Path(sys.argv[1]))
def record(number):
    return JobRecord(str(number), "run", "x" * 3000, JobState.DONE, 1.0 + number)
assert history.remember(record(0))
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
kept = [history.remember(record(number)) for number in range(1, 300)]
assert not all(kept)
history.recent()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
import seismograd.jobs.history as module
history._not_before = 0.0
assert history.remember(record(300))
print(len(history.recent(1000)))
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of files are POSIX")
def test_a_full_disk_costs_the_history_only(root: Path) -> None:
    command = [sys.executable, "-c", NO_SPACE, str(root)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stderr
    assert int(told.stdout) == 301


def test_only_the_newest_jobs_are_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seismograd.jobs.store.KEPT_JOBS", 5)
    history = JobHistory.of(root)
    history.remember(record("running", JobState.RUNNING, queued=1.0))
    for number in range(12):
        history.remember(record(f"{number:02}", queued=NOW + number))
    history.close()
    assert set(states(root)) == {"running", *(f"{number:02}" for number in range(7, 12))}


def abandon(root: Path, owner: Owner, *records: JobRecord) -> None:
    store = JobStore(file_of(root))
    for found in records:
        store.keep(found, owner)
    store.close()


@pytest.fixture
def made(root: Path) -> Path:
    JobHistory.of(root).remember(record("first"))
    return root


def test_jobs_of_a_process_that_is_gone_were_interrupted(made: Path) -> None:
    me = this_process()
    gone = Owner(me.host, me.process, "another birth")
    running, queued = record("r", JobState.RUNNING), record("q", JobState.QUEUED)
    abandon(made, gone, running, queued, record("d"))
    history = JobHistory.of(made)
    found = history.take_interrupted()
    assert {(f.id, f.state, f.message) for f in found} == {
        ("r", JobState.INTERRUPTED, "ok"),
        ("q", JobState.INTERRUPTED, "ok"),
    }
    assert all(f.ended is not None and f.result == "/r" for f in found)
    assert history.take_interrupted() == []
    assert JobHistory.of(made).take_interrupted() == []
    assert states(made) == {
        "r": "interrupted",
        "q": "interrupted",
        "d": "done",
        "first": "done",
    }


def test_jobs_of_living_processes_are_left_alone(made: Path) -> None:
    abandon(made, this_process(), record("mine", JobState.RUNNING))
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        from seismograd.jobs.owner import _owner

        abandon(made, _owner(other.pid), record("theirs", JobState.RUNNING))
        assert JobHistory.of(made).take_interrupted() == []
        other.kill()
        other.wait()
    assert [found.id for found in JobHistory.of(made).take_interrupted()] == ["theirs"]
    assert states(made)["mine"] == "running"


def test_jobs_of_other_machines_are_left_alone_for_a_while(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    abandon(made, Owner("elsewhere/1", 1, "?"), record("far", JobState.RUNNING))
    assert JobHistory.of(made).take_interrupted() == []
    monkeypatch.setattr("seismograd.jobs.store.STALE_SECONDS", -1.0)
    assert [found.id for found in JobHistory.of(made).take_interrupted()] == ["far"]


def test_a_job_that_was_thought_interrupted_may_still_end(made: Path) -> None:
    abandon(made, Owner(this_process().host, 2**22 + 5, "x"), record("r", JobState.RUNNING))
    assert JobHistory.of(made).take_interrupted()
    assert JobHistory.of(made).remember(record("r"))
    assert states(made)["r"] == "done"
