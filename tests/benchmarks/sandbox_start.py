"""From the wish to run a command to its end: in each sandbox, over a plain subprocess."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import Action, interleaved, ratio, spread
from tests.sandbox.engine import BASE_IMAGE, Engine, gap, shared_engine

from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable, Session
from seismograd_sandbox.host.selection import known_sandboxes, sandbox_named
from seismograd_sandbox.host.workplace import Workplace

REPEATS = 9
PYTHON = Path(sys.executable)
NOTHING = ("-c", "pass")


def measure() -> Iterator[Figure]:
    for name in known_sandboxes():
        try:
            with _ready(name) as sandbox:
                yield from _figures(sandbox)
        except (SandboxUnusable, pytest.skip.Exception) as unusable:
            print(f"{name}: not measured, {unusable}", file=sys.stderr)


def _figures(sandbox: Sandbox) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        workplace = _workplace(Path(folder))
        _start_and_run(sandbox, workplace)  # the first may build an image
        with sandbox.open(workplace) as session:
            plain, within, whole = interleaved(
                REPEATS,
                _plain,
                lambda: _run(session),
                lambda: _start_and_run(sandbox, workplace),
                clock=_wall_seconds,
            )
    yield _figure(f"{sandbox.name}: start and run", whole, plain)
    yield _figure(f"{sandbox.name}: run once it is started", within, plain)


def _figure(name: str, samples: Sequence[float], plain: Sequence[float]) -> Figure:
    details = {
        "ms": median(samples) * 1000,
        "fastest ms": min(samples) * 1000,
        "subprocess ms": median(plain) * 1000,
        **spread(samples, plain),
    }
    return Figure(name, ratio(samples, plain), details=details)


def _plain() -> None:
    subprocess.run([str(PYTHON), *NOTHING], check=True, stdin=subprocess.DEVNULL)


def _start_and_run(sandbox: Sandbox, workplace: Workplace) -> None:
    with sandbox.open(workplace) as session:
        _run(session)


def _run(session: Session) -> None:
    outcome = session.run([session.python, *NOTHING])
    if outcome.exit_code != 0:
        raise RuntimeError(f"a run that does nothing failed: {outcome}")


def _wall_seconds(action: Action) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def _workplace(folder: Path) -> Workplace:
    project, outbox = folder / "project", folder / "outbox"
    project.mkdir()
    outbox.mkdir()
    (project / "train.py").write_text("pass\n")
    return Workplace(project, PYTHON, outbox)


@contextmanager
def _ready(name: str) -> Iterator[Sandbox]:
    """A sandbox that works here; containers also by the engine that the tests start."""
    sandbox = sandbox_named(name, Path.cwd())
    obstacle = sandbox.obstacle()
    if obstacle is None:
        yield sandbox
    elif name == "docker" and gap() is None:
        with shared_engine() as engine:
            yield _docker_at(engine)
    else:
        raise SandboxUnusable(obstacle)


def _docker_at(engine: Engine) -> Sandbox:
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.images.choice import Wishes

    sandbox = DockerSandbox(Path.cwd(), engine.url, Wishes(base=BASE_IMAGE))
    if obstacle := sandbox.obstacle():
        raise SandboxUnusable(obstacle)
    return sandbox
