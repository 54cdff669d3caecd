"""A small project, and every sandbox of this machine that needs no engine."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.host.limits import GIB, MIB, Limits
from seismograd_sandbox.host.sandbox import Sandbox, Session
from seismograd_sandbox.host.selection import sandbox_named
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.no_namespaces import refuse_namespaces

MODEST = Limits(wall_s=60.0, memory_bytes=2 * GIB, pids=256, disk_bytes=512 * MIB)
Opening = Callable[..., Session]


@pytest.fixture(autouse=True)
def scratch_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scratch folders of a test lie beside it, and can be looked into afterwards."""
    place = tmp_path / "scratch"
    monkeypatch.setenv("SEISMOGRAD_SCRATCH", str(place))
    return place


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_text("print('trained')\n")
    return folder


@pytest.fixture
def workplace(project: Path, tmp_path: Path) -> Workplace:
    outbox = tmp_path / "outbox"
    outbox.mkdir()
    return Workplace(project, Path(sys.executable), outbox, MODEST)


@pytest.fixture
def word() -> str:
    """Only what one test starts has it in its command."""
    return f"word-{uuid.uuid4().hex}"


@pytest.fixture
def without_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_namespaces(monkeypatch)


@pytest.fixture(params=["process", "bubblewrap"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return usable(request.param)


@pytest.fixture
def bubblewrap() -> Sandbox:
    return usable("bubblewrap")


@pytest.fixture
def opening(sandbox: Sandbox, workplace: Workplace) -> Iterator[Opening]:
    """Opens sandboxes on the project, with changes to the workplace, and closes them."""
    with ExitStack() as ends:

        def opened(**changes: Any) -> Session:
            return ends.enter_context(sandbox.open(replace(workplace, **changes)))

        yield opened


@pytest.fixture
def session(opening: Opening) -> Session:
    return opening()


def usable(name: str) -> Sandbox:
    sandbox = sandbox_named(name, Path.cwd())
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), name)
    return sandbox
