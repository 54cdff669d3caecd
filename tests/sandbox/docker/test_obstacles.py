"""Why there is no engine to use, and what to do about it."""

from __future__ import annotations

import builtins
import pickle
import socket
from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.facts import EngineFacts
from seismograd_sandbox.host.sandbox import Promise
from tests import parts
from tests.sandbox.engine import Engine


def test_a_missing_package_is_an_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_docker(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] in ("docker", "requests"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_docker)
    obstacle = DockerSandbox(Path.cwd()).obstacle()
    assert obstacle is not None
    assert obstacle.remedy == "pip install 'seismograd[docker]'"
    assert DockerSandbox(Path.cwd()).reap() == []


def test_an_engine_that_does_not_run(tmp_path: Path) -> None:
    parts.module("docker")
    obstacle = DockerSandbox(Path.cwd(), f"unix://{tmp_path / 'none.sock'}").obstacle()
    assert obstacle is not None
    assert "no Docker engine answers" in obstacle.reason


def test_something_else_that_listens(tmp_path: Path) -> None:
    parts.module("docker")
    place = str(tmp_path / "other.sock")
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(place)
        obstacle = DockerSandbox(Path.cwd(), f"unix://{place}").obstacle()
    assert obstacle is not None


@pytest.mark.parametrize("url", ["tcp://build.example.org:2375", "ssh://user@example.org"])
def test_another_machine_does_not_see_the_project(url: str) -> None:
    parts.module("docker")
    obstacle = DockerSandbox(Path.cwd(), url).obstacle()
    assert obstacle is not None
    assert "is another machine" in obstacle.reason
    assert "user" not in obstacle.reason


@pytest.mark.parametrize(
    ("info", "version", "reason"),
    [
        ({"OSType": "windows"}, "1.44", "windows containers"),
        ({}, "1.39", "too old"),
        ({"SecurityOptions": ["name=seccomp,profile=default", "name=rootless"]}, "1.44", "root"),
        ({"SecurityOptions": ["name=userns"]}, "1.44", "maps users"),
    ],
)
def test_engines_that_cannot_be_used(info: dict[str, Any], version: str, reason: str) -> None:
    obstacle = EngineFacts.from_info(info, {"ApiVersion": version}).obstacle()
    assert obstacle is not None
    assert reason in obstacle.reason


def test_limits_that_an_engine_cannot_keep_are_not_promised(
    sandbox: DockerSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with engines without root where the groups of the kernel are not theirs."""
    facts = EngineFacts.from_info({"MemoryLimit": False, "PidsLimit": False}, {})
    monkeypatch.setattr(sandbox, "_facts", lambda: facts)
    assert set(Promise) - sandbox.promises == {Promise.TOTAL_MEMORY, Promise.TOTAL_PROCESSES}


def test_a_real_engine_promises_everything(sandbox: DockerSandbox) -> None:
    assert sandbox.obstacle() is None
    assert sandbox.promises == set(Promise)


def test_an_engine_is_found_by_its_variable(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", engine.url)
    assert DockerSandbox(Path.cwd()).obstacle() is None


def test_a_sandbox_can_be_sent_to_another_process(sandbox: DockerSandbox) -> None:
    assert pickle.loads(pickle.dumps(sandbox)).name == "docker"
