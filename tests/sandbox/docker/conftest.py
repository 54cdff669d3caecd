"""A real engine for all tests of containers, and what a session needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.engine import Engine, shared_engine

LIMITS = Limits(wall_s=60, memory_bytes=512 * MIB, pids=100)


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    parts.module("docker")
    with shared_engine() as shared:
        yield shared


@pytest.fixture(autouse=True)
def own_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that other tests leave behind are none of ours."""
    monkeypatch.setenv(PLACE, str(tmp_path / "scratch"))


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "memory.json")


@pytest.fixture
def sandbox(engine: Engine, memory: Memory) -> DockerSandbox:
    return DockerSandbox(Path.cwd(), engine.url, memory=memory)


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    project = tmp_path / "project"
    project.mkdir()
    (project / "train.py").write_text("print('trained')\n")
    return Workplace(project, Path(sys.executable), tmp_path / "outbox", LIMITS)


@pytest.fixture
def session(sandbox: DockerSandbox, workplace: Workplace) -> Iterator[Session]:
    with sandbox.open(workplace) as opened:
        yield opened
