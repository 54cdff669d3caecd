from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seismograd.jobs.places import in_cache
from tests.lsp.raw_server import RawServer

pytestmark = pytest.mark.slow

SERVER = (sys.executable, str(Path(__file__).with_name("heavy_server.py")))
JOB, MESSAGE = "seismograd/job", "window/showMessage"
QUIET = 1.5
"""Seconds after which a server that has nothing to tell would have told it."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


class Server(RawServer):
    """A server for one folder, and a client that knows of jobs."""

    def __init__(self, root: Path, **options: Any) -> None:
        super().__init__(SERVER)
        params = {
            "processId": None,
            "rootUri": root.as_uri(),
            "capabilities": {},
            "initializationOptions": {"languageModel": False, **options},
        }
        self.request("initialize", params)
        self.notify("initialized", {})

    def command(self, name: str, *arguments: Any) -> Any:
        params = {"command": name, "arguments": list(arguments)}
        return self.request("workspace/executeCommand", params)

    def told(self, method: str) -> list[dict[str, Any]]:
        return [m["params"] for m in self.notifications if m.get("method") == method]

    def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self.notifications.append(self.read())

    def wait_for_state(self, job: str, state: str) -> None:
        self.until(lambda: any((t["id"], t["state"]) == (job, state) for t in self.told(JOB)))

    def history(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.command("seismograd.jobHistory")
        return found


def test_heavy_jobs_are_remembered(root: Path) -> None:
    before = time.time()
    with Server(root) as server:
        job = server.command("sample.start", "short")
        server.wait_for_state(job, "done")
        server.leave()
    with Server(root) as server:
        (found,) = server.history()
        assert (found["id"], found["kind"], found["title"]) == (job, "run", "short")
        assert (found["state"], found["message"], found["result"]) == ("done", "loss 0.1", None)
        assert before <= found["queued"] <= found["started"] <= found["ended"] <= time.time()
    assert list(root.iterdir()) == []


def test_the_next_start_tells_what_was_interrupted_and_only_that_one(root: Path) -> None:
    with Server(root) as server:
        job = server.command("sample.start", "endless")
        server.until(lambda: any(told["message"] == "epoch 3" for told in server.told(JOB)))
        server.history()
        server.process.kill()
        server.process.wait()
    with Server(root) as server:
        server.until(lambda: bool(server.told(MESSAGE)))
        (told,) = server.told(JOB)
        assert (told["id"], told["state"], told["title"]) == (job, "interrupted", "endless")
        assert '"endless" of 20' in server.told(MESSAGE)[0]["message"]
        assert server.history()[0]["state"] == "interrupted"
        server.leave()
    with Server(root) as server:
        time.sleep(QUIET)
        server.history()
        server.leave()
        server.read_to_end()
        assert server.told(JOB) == server.told(MESSAGE) == []


def test_jobs_of_another_window_are_left_alone(root: Path) -> None:
    with Server(root) as first:
        first.command("sample.start", "endless")
        with Server(root) as second:
            time.sleep(QUIET)
            assert [found["state"] for found in second.history()] == ["running"]
            assert second.told(JOB) == second.told(MESSAGE) == []
            second.leave()


def test_the_end_of_the_session_is_no_crash(root: Path) -> None:
    with Server(root) as server:
        job = server.command("sample.start", "endless")
        server.until(lambda: bool(server.told(JOB)))
        assert server.leave() < 2.0
    with Server(root) as server:
        (found,) = server.history()
        assert (found["id"], found["state"]) == (job, "cancelled")
        assert server.told(MESSAGE) == []


def test_a_job_too_many_waits(root: Path) -> None:
    with Server(root) as server:
        running = [server.command("sample.start", "endless") for _ in range(2)]
        waiting = server.command("sample.start", "short")
        server.wait_for_state(waiting, "queued")
        assert "queued" in [found["state"] for found in server.history()]
        server.request("seismograd/cancelJob", {"id": running[0]})
        server.wait_for_state(waiting, "done")


def test_a_folder_that_nobody_trusts_is_not_written_to(root: Path, cache: Path) -> None:
    with Server(root, trusted=False) as server:
        server.wait_for_state(server.command("sample.start", "short"), "done")
        assert len(server.history()) == 1
    assert list(root.iterdir()) == []
    assert list(cache.rglob("*.db"))


def test_a_damaged_history_is_said_to_be_damaged(root: Path) -> None:
    in_cache(root)().write_bytes(b"no database" * 1_000)
    with Server(root) as server:
        server.wait_for_state(server.command("sample.start", "short"), "done")
        logged = server.told("window/logMessage")
        assert any("was damaged" in told["message"] for told in logged)
        assert [found["state"] for found in server.history()] == ["done"]


def test_nothing_is_written_by_a_session_without_heavy_jobs(root: Path) -> None:
    with Server(root) as server:
        job = server.command("seismograd.checkWorkspace")["job"]
        server.wait_for_state(job, "done")
        time.sleep(QUIET)
        server.leave()
    assert list(root.iterdir()) == []


def test_a_start_loads_neither_a_database_nor_what_runs_need() -> None:
    script = (
        "import sys; from seismograd.lsp.assembly import create_server; create_server();"
        "print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    late = ("sqlite3", "seismograd.jobs.history", "seismograd.runs", "seismograd.traces")
    # The reader of a project's files is small, and needs nothing of the sandboxes.
    needed = {"seismograd_sandbox", "seismograd_sandbox.untrusted_files"}
    found = [name for name in loaded if name.startswith((*late, "seismograd_sandbox"))]
    assert set(found) <= needed
