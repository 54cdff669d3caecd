"""Real sandboxes, with a project, data and an outbox made for one test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.engine import Engine, shared_engine

LIMITS = Limits(wall_s=60, memory_bytes=512 * MIB, pids=100)


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    parts.module("docker")
    with shared_engine() as shared:
        yield shared


@pytest.fixture
def walled_workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))
    (tmp_path / "project").mkdir()
    python, outbox = Path(sys.executable), tmp_path / "outbox"
    return Workplace(tmp_path / "project", python, outbox, LIMITS)


@pytest.fixture
def open_walled(walled_workplace: Workplace) -> Iterator[Callable[..., Session]]:
    """Opens bubblewrap on the workplace, with changes to it; another sandbox where one is named."""
    with ExitStack() as ends:

        def opened(name: str = "bubblewrap", **changes: Any) -> Session:
            sandbox = sandbox_named(name, walled_workplace.project)
            if obstacle := sandbox.obstacle():
                parts.missing(str(obstacle), name)
            return ends.enter_context(sandbox.open(replace(walled_workplace, **changes)))

        yield opened
