"""How a run ended, from what warden and engine say; hostile words of a warden among them."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.docker_engine.inside_paths import ELSEWHERE, project_inside
from seismograd_sandbox.host.docker_engine.labels import (
    MACHINE,
    claimed,
    container_labels,
    is_abandoned,
)
from seismograd_sandbox.host.docker_engine.labels import OWNER_PID as PID
from seismograd_sandbox.host.docker_engine.report import Report, read_report
from seismograd_sandbox.host.docker_engine.verdict import FinalState, Verdict, verdict
from seismograd_sandbox.host.outcome import Ending


@pytest.mark.parametrize(
    ("state", "report", "wanted"),
    [
        (FinalState(0, False), Report(0), Verdict(Ending.EXITED, 0)),
        (FinalState(139, False), Report(139), Verdict(Ending.EXITED, 139)),
        (FinalState(139, False), Report(-11), Verdict(Ending.SIGNALLED, None, 11)),
        (FinalState(139, False), None, Verdict(Ending.SIGNALLED, None, 11)),
        (FinalState(3, False), None, Verdict(Ending.EXITED, 3)),
        (FinalState(255, False), None, Verdict(Ending.EXITED, 255)),
        (FinalState(137, True), None, Verdict(Ending.MEMORY_LIMIT, None, 9)),
        (FinalState(1, False), Report(1, oom_kills=1), Verdict(Ending.MEMORY_LIMIT, 1)),
        (FinalState(152, False), Report(-24), Verdict(Ending.CPU_LIMIT, None, 24)),
        (FinalState(137, False), Report(-9, cpu_s=7), Verdict(Ending.CPU_LIMIT, None, 9)),
        (FinalState(137, False), Report(-9, cpu_s=1), Verdict(Ending.SIGNALLED, None, 9)),
        (None, Report(0), Verdict(Ending.LOST)),
    ],
)
def test_endings(state: FinalState | None, report: Report | None, wanted: Verdict) -> None:
    assert verdict(None, state, report, 5) == wanted


def test_who_ended_a_run_knows_why() -> None:
    assert verdict(Ending.CANCELLED, None, None, None) == Verdict(Ending.CANCELLED)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"status": "0"}' + b" " * 9000],
)
def test_garbage_is_no_report(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "report").write_bytes(content)
    report = read_report(tmp_path / "report")
    assert report is None or report.status is None


def test_wrong_types_in_a_report_say_nothing(tmp_path: Path) -> None:
    fields = {"status": True, "failure": 3, "peak_memory_bytes": 1.5, "oom_kills": "many"}
    (tmp_path / "report").write_text(json.dumps(fields))
    assert read_report(tmp_path / "report") == Report()


def test_a_report_is_neither_a_link_nor_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "real").write_text('{"status": 0}')
    (tmp_path / "link").symlink_to(tmp_path / "real")
    os.mkfifo(tmp_path / "pipe")
    assert read_report(tmp_path / "link") is None
    assert read_report(tmp_path / "pipe") is None
    assert read_report(tmp_path / "none") is None


@pytest.mark.parametrize("path", ["/", "/usr", "/tmp", "/etc/app", "/proc/1", "/seismograd/x"])
def test_a_project_does_not_hide_what_a_container_needs(path: str) -> None:
    assert project_inside(PurePosixPath(path)) == ELSEWHERE


def test_a_project_is_seen_at_its_own_place() -> None:
    assert project_inside(PurePosixPath("/home/ada/net")) == PurePosixPath("/home/ada/net")
    windows = PureWindowsPath(r"C:\Users\Ada\net")
    assert project_inside(windows) == PurePosixPath("/c/Users/Ada/net")


def test_only_containers_of_the_dead_are_abandoned() -> None:
    with claimed(container_labels("docker-1")) as mine:
        assert not is_abandoned(mine)
    assert is_abandoned(mine)
    assert is_abandoned({**mine, PID: str(2**22 + 1)})
    assert is_abandoned({**mine, PID: "no number"})
    assert not is_abandoned({**mine, PID: str(2**22 + 1), MACHINE: f"not-{platform.node()}"})
    assert not is_abandoned({})


def test_memory_forgets_what_is_old_and_survives_garbage(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "deep" / "memory.json")
    assert memory.recall("a") is None
    memory.note("a", {"b": 1})
    assert Memory(tmp_path / "deep" / "memory.json").recall("a") == {"b": 1}
    assert memory.recall("a", younger_than_s=-1) is None
    (tmp_path / "deep" / "memory.json").write_bytes(b"\xff{")
    assert memory.recall("a") is None
    memory.note("a", 2)
    assert memory.recall("a") == 2
