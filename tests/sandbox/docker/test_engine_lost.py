"""The engine goes away while a run goes on, and comes back."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.docker.inside import python
from tests.sandbox.engine import Engine, private_engine

SCRIPT = "import time; print('up', flush=True); time.sleep(120)"


@pytest.fixture(scope="module")
def own_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    parts.module("docker")
    with private_engine(tmp_path_factory.mktemp("engine")) as engine:
        yield engine


def _stop_and_start(engine: Engine) -> None:
    engine.stop()
    engine.start()


def _kill_and_start(engine: Engine) -> None:
    engine.kill()
    engine.start()


@pytest.mark.parametrize("restart", [_stop_and_start, _kill_and_start])
def test_a_run_is_lost_with_its_engine(
    own_engine: Engine, tmp_path: Path, restart: Callable[[Engine], None]
) -> None:
    sandbox = DockerSandbox(own_engine.url, memory=Memory(tmp_path / "memory.json"))
    project = tmp_path / "project"
    project.mkdir()
    workplace = Workplace(project, Path(sys.executable), tmp_path / "outbox")
    with sandbox.open(workplace) as session:
        restarting = threading.Thread(target=restart, args=(own_engine,))
        outcome = python(session, SCRIPT, listen=lambda *_: restarting.start())
        assert outcome.ending is Ending.LOST
        assert outcome.stdout.text == "up\n"
        restarting.join()
        assert python(session, "pass").succeeded
    assert own_engine.docker("ps", "-q") == ""


def test_without_its_engine_a_sandbox_says_what_to_do(own_engine: Engine, tmp_path: Path) -> None:
    sandbox = DockerSandbox(own_engine.url, memory=Memory(tmp_path / "memory.json"))
    (tmp_path / "project").mkdir()
    workplace = Workplace(tmp_path / "project", Path(sys.executable), tmp_path / "outbox")
    with sandbox.open(workplace) as session:
        own_engine.stop()
        try:
            obstacle = sandbox.obstacle()
            assert obstacle is not None
            assert "no Docker engine answers" in obstacle.reason
            with pytest.raises(SandboxUnusable, match="no Docker engine answers"):
                python(session, "pass")
            assert sandbox.reap() == []
        finally:
            own_engine.start()
