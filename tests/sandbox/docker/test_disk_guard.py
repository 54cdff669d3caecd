from __future__ import annotations

import threading
from pathlib import Path

from seismograd_sandbox.host.docker_engine.disk_guard import DiskGuard

KIB = 1 << 10


def test_what_was_there_before_is_none_of_the_runs_doing(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"x" * 200 * KIB)
    guard = DiskGuard([str(tmp_path)], 100 * KIB)
    assert not guard.is_exceeded()
    (tmp_path / "weights").write_bytes(b"x" * 50 * KIB)
    assert not guard.is_exceeded()
    (tmp_path / "more").write_bytes(b"x" * 100 * KIB)
    assert guard.is_exceeded()


def test_without_a_limit_nothing_is_too_much(tmp_path: Path) -> None:
    guard = DiskGuard([str(tmp_path)], None)
    (tmp_path / "weights").write_bytes(b"x" * 100 * KIB)
    assert not guard.is_exceeded()


def test_what_comes_while_it_watches_calls_back_once(tmp_path: Path) -> None:
    guard, called = DiskGuard([str(tmp_path)], 10 * KIB), threading.Event()
    guard.watch(called.set)
    assert not called.wait(0.05)
    (tmp_path / "weights").write_bytes(b"x" * 100 * KIB)
    assert called.wait(10)
    guard.close()
