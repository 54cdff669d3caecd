"""The engine goes away at one moment or another, and comes back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.images.choice import Wishes
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.docker.inside import python
from tests.sandbox.engine import BASE_IMAGE, Engine, private_engine

SCRIPT = "import time; print('up', flush=True); time.sleep(120)"
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def own_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    parts.module("docker")
    with private_engine(tmp_path_factory.mktemp("engine")) as engine:
        yield engine


@pytest.fixture
def own_sandbox(own_engine: Engine, tmp_path: Path) -> DockerSandbox:
    return DockerSandbox(Path.cwd(), own_engine.url, memory=Memory(tmp_path / "memory.json"))


def _stop_and_start(engine: Engine) -> None:
    engine.stop()
    engine.start()


def _kill_and_start(engine: Engine) -> None:
    engine.kill()
    engine.start()


@pytest.mark.parametrize("restart", [_stop_and_start, _kill_and_start])
def test_a_run_is_lost_with_its_engine(
    own_engine: Engine,
    own_sandbox: DockerSandbox,
    workplace: Workplace,
    restart: Callable[[Engine], None],
) -> None:
    with own_sandbox.open(workplace) as session:
        restarting = threading.Thread(target=restart, args=(own_engine,))
        outcome = python(session, SCRIPT, listen=lambda *_: restarting.start())
        assert outcome.ending is Ending.LOST
        assert outcome.stdout.text == "up\n"
        restarting.join()
        assert python(session, "pass").succeeded
    assert own_engine.docker("ps", "-q") == ""


@pytest.mark.parametrize("step", ["create_container", "events", "attach_socket"])
def test_an_engine_that_dies_before_the_start_is_an_error(
    own_engine: Engine,
    own_sandbox: DockerSandbox,
    workplace: Workplace,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    with own_sandbox.open(workplace) as session:
        _dies_when_asked(own_engine, step, monkeypatch)
        with pytest.raises(SandboxUnusable, match="the Docker engine went away") as raised:
            python(session, "open('began', 'w')")
    assert raised.value.obstacle.remedy == "start it again"
    assert session.written() == []
    own_engine.start()
    _expect_tidy_start(own_engine, own_sandbox, workplace)


def test_an_engine_that_dies_without_answering_the_start_loses_the_run(
    own_engine: Engine,
    own_sandbox: DockerSandbox,
    workplace: Workplace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with own_sandbox.open(workplace) as session:
        _dies_when_asked(own_engine, "start", monkeypatch)
        assert python(session, SCRIPT).ending is Ending.LOST
    own_engine.start()
    assert own_engine.docker("ps", "-aq") != ""
    _expect_tidy_start(own_engine, own_sandbox, workplace)


def test_an_engine_that_dies_as_soon_as_a_run_begins_loses_it(
    own_engine: Engine, own_sandbox: DockerSandbox, workplace: Workplace
) -> None:
    """The command begins before the engine has answered that it was started."""
    began = workplace.outbox / "began"
    with own_sandbox.open(workplace) as session:
        killing = threading.Thread(target=_kill_when_there, args=(own_engine, began))
        killing.start()
        outcome = python(session, f"open('{session.outbox}/began', 'w').close()\n{SCRIPT}")
        killing.join()
    assert began.exists()
    assert outcome.ending is Ending.LOST
    own_engine.start()
    _expect_tidy_start(own_engine, own_sandbox, workplace)


@pytest.mark.parametrize("step", ["info", "images", "inspect_image"])
def test_an_engine_that_dies_while_a_session_starts_is_an_error(
    own_engine: Engine,
    own_sandbox: DockerSandbox,
    workplace: Workplace,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    _dies_when_asked(own_engine, step, monkeypatch)
    with pytest.raises(SandboxUnusable, match="the Docker engine went away"):
        own_sandbox.open(workplace)
    own_engine.start()
    _expect_tidy_start(own_engine, own_sandbox, workplace)


def test_an_engine_that_dies_is_no_image_without_python(
    own_engine: Engine,
    own_sandbox: DockerSandbox,
    workplace: Workplace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _dies_when_asked(own_engine, "wait", monkeypatch)
    with pytest.raises(SandboxUnusable, match="the Docker engine went away"):
        own_sandbox.open(workplace)
    own_engine.start()
    _expect_tidy_start(own_engine, own_sandbox, workplace)


def test_an_engine_that_dies_while_an_image_is_built_is_no_bad_recipe(
    own_engine: Engine, tmp_path: Path, workplace: Workplace
) -> None:
    (workplace.project / "requirements.txt").write_text("tremor\n")
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("Step") and own_engine.pid is not None:
            own_engine.kill()

    wishes = Wishes(base=BASE_IMAGE)
    sandbox = DockerSandbox(Path.cwd(), own_engine.url, wishes, Memory(tmp_path / "memory.json"))
    with pytest.raises(SandboxUnusable, match="the Docker engine went away"):
        sandbox.open(replace(workplace, build_image=True), tell=tell)
    own_engine.start()
    assert not any("No image could be built" in line for line in told)


def test_the_command_tells_that_its_engine_went_away(
    own_engine: Engine, own_sandbox: DockerSandbox, workplace: Workplace, tmp_path: Path
) -> None:
    (workplace.project / "train.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "seismograd.cli.main", "run", "train.py", "--format", "json"]
    with subprocess.Popen(
        [*command, "--sandbox", "docker"],
        cwd=workplace.project,
        env={**os.environ, "DOCKER_HOST": own_engine.url, "XDG_CACHE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "up\n"
        own_engine.kill()
        output, words = run.communicate(timeout=PATIENCE_S)
    own_engine.start()
    assert run.returncode == 1
    assert "Traceback" not in words
    assert "engine that held the run went away" in json.loads(output)["run"]["sentence"]
    _expect_tidy_start(own_engine, own_sandbox, workplace)


def test_without_its_engine_a_sandbox_says_what_to_do(
    own_engine: Engine, own_sandbox: DockerSandbox, workplace: Workplace
) -> None:
    with own_sandbox.open(workplace) as session:
        own_engine.stop()
        try:
            obstacle = own_sandbox.obstacle()
            assert obstacle is not None
            assert "no Docker engine answers" in obstacle.reason
            with pytest.raises(SandboxUnusable, match="no Docker engine answers"):
                python(session, "pass")
            assert own_sandbox.reap() == []
        finally:
            own_engine.start()


def _dies_when_asked(engine: Engine, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine takes one question in, and dies before it answers."""
    client = parts.module("docker").APIClient
    real = getattr(client, step)
    asked = threading.Event()

    def ask(*arguments: Any, **options: Any) -> Any:
        if asked.is_set():
            return real(*arguments, **options)
        asked.set()
        engine.freeze()
        killing = threading.Timer(0.3, engine.kill)
        killing.start()
        try:
            return real(*arguments, **options)
        finally:
            killing.join()

    monkeypatch.setattr(client, step, ask)


def _kill_when_there(engine: Engine, place: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not place.exists() and time.monotonic() < deadline:
        time.sleep(0.001)
    engine.kill()


def _expect_tidy_start(engine: Engine, sandbox: DockerSandbox, workplace: Workplace) -> None:
    """The next session removes what the lost one left, of this very owner, and works."""
    with sandbox.open(workplace) as session:
        assert engine.docker("ps", "-aq") == ""
        assert python(session, "pass").succeeded
