"""Every sandbox that works here goes through all the checks of `seismograd doctor --self-check`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import Promise, Sandbox
from seismograd_sandbox.host.selection import known_sandboxes, sandbox_named
from seismograd_sandbox.host.self_check.catalogue import all_checks
from seismograd_sandbox.host.self_check.check import Check
from seismograd_sandbox.host.self_check.runner import Result, SelfCheck
from seismograd_sandbox.host.self_check.verdict import Verdict
from tests import parts
from tests.sandbox.engine import BASE_IMAGE, PART, Engine, private_engine, shared_engine

CHECKS = all_checks()
PYTHON = Path(sys.executable)
RESTART = next(check for check in CHECKS if check.name == "engine-can-be-restarted")
NEEDS_MORE_THAN_SOFTWARE = {"gpu-can-be-used", RESTART.name}
"""What no machine can be asked to install, and what has a test of its own."""


@pytest.fixture(scope="module", params=known_sandboxes())
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with _docker() if request.param == "docker" else _of_this_machine(request.param) as found:
        yield found


@pytest.fixture(scope="module")
def self_check(sandbox: Sandbox) -> SelfCheck:
    prepared = SelfCheck(sandbox, CHECKS, PYTHON)
    prepared.prepare()
    return prepared


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_contract(self_check: SelfCheck, check: Check) -> None:
    _judge(self_check.result(check))


def test_strong_sandboxes_promise_to_keep_code_in(sandbox: Sandbox) -> None:
    if sandbox.name == "process":
        pytest.skip("it is weaker, and says so")
    walls = {
        Promise.NO_NETWORK,
        Promise.PROJECT_READ_ONLY,
        Promise.HOME_UNREADABLE,
        Promise.PROCESSES_UNSEEN,
        Promise.NO_ORPHANS,
    }
    assert walls <= sandbox.promises


def test_the_weak_sandbox_does_not_boast() -> None:
    assert Promise.NO_NETWORK not in sandbox_named("process", Path.cwd()).promises


def test_engine_is_restarted_in_the_middle(tmp_path_factory: pytest.TempPathFactory) -> None:
    parts.module("docker")
    # The path of a socket must be short: a folder named after this test would be too much.
    with private_engine(tmp_path_factory.mktemp("engine")) as engine:
        sandbox = _docker_at(engine)
        self_check = SelfCheck(sandbox, CHECKS, PYTHON, restart_engine=lambda: _restart(engine))
        self_check.prepare()
        _judge(self_check.result(RESTART))


def _restart(engine: Engine) -> None:
    engine.kill()
    engine.start()


def _judge(result: Result) -> None:
    if result.verdict is Verdict.NOT_PROMISED:
        pytest.skip(f"not promised: {result.seen}")
    if result.verdict is Verdict.NOT_TRIED:
        if result.check.name in NEEDS_MORE_THAN_SOFTWARE:
            pytest.skip(result.seen)
        parts.missing(result.seen)
    assert result.verdict is Verdict.PASSED, f"{result.check.sentence} Seen: {result.seen}"


@contextmanager
def _of_this_machine(name: str) -> Iterator[Sandbox]:
    sandbox = sandbox_named(name, Path.cwd())
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), name)
    yield sandbox


@contextmanager
def _docker() -> Iterator[Sandbox]:
    parts.module("docker")
    with shared_engine() as engine:
        yield _docker_at(engine)


def _docker_at(engine: Engine) -> Sandbox:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.images.choice import Wishes

    sandbox = DockerSandbox(Path.cwd(), engine.url, Wishes(base=BASE_IMAGE))
    if obstacle := sandbox.obstacle():
        parts.missing(str(obstacle), PART)
    return sandbox
