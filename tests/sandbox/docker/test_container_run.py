"""Runs in containers of a real engine: how they end, and that nothing is left of them."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.labels import (
    MACHINE,
    OWNER_PID,
    OWNER_STARTED,
    container_labels,
)
from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.owner import start_of
from seismograd_sandbox.host.sandbox import SandboxUnusable, Session, Stream
from seismograd_sandbox.host.scratch import PLACE
from seismograd_sandbox.host.self_check.wish import Wish
from seismograd_sandbox.host.workplace import Workplace
from tests.sandbox.docker.inside import containers, python
from tests.sandbox.engine import BASE_IMAGE, Engine


@pytest.mark.parametrize("code", [0, 3, 125, 137, 139, 255])
def test_exit_codes_are_exact(session: Session, code: int) -> None:
    outcome = python(session, f"import sys; sys.exit({code})")
    assert (outcome.ending, outcome.exit_code, outcome.signal) == (Ending.EXITED, code, None)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM])
def test_signals_are_told_from_exit_codes(session: Session, number: signal.Signals) -> None:
    outcome = python(session, f"import os; os.kill(os.getpid(), {number})")
    assert (outcome.ending, outcome.signal) == (Ending.SIGNALLED, number)


def test_a_warden_that_is_killed_hides_nothing(session: Session) -> None:
    outcome = python(session, "import os; os.kill(os.getppid(), 9); import time; time.sleep(30)")
    assert (outcome.ending, outcome.signal) == (Ending.SIGNALLED, signal.SIGKILL)


def test_output_comes_while_the_run_goes_on(session: Session) -> None:
    heard: list[tuple[float, Stream, bytes]] = []
    script = """
        import sys, time
        print("first", flush=True)
        time.sleep(1.5)
        print("second", file=sys.stderr, flush=True)
    """
    outcome = python(session, script, listen=lambda *part: heard.append((time.monotonic(), *part)))
    (early, *first), (late, *second) = heard
    assert first == [Stream.STDOUT, b"first\n"]
    assert second == [Stream.STDERR, b"second\n"]
    assert late - early > 1
    assert outcome.stdout.content == b"first\n"


def test_a_flood_of_output_is_counted(sandbox: DockerSandbox, workplace: Workplace) -> None:
    limits = dataclasses.replace(workplace.limits, output_bytes=MIB)
    script = "import sys; sys.stdout.write('x' * (64 << 20)); sys.exit(3)"
    with sandbox.open(dataclasses.replace(workplace, limits=limits)) as session:
        outcome = python(session, script)
    assert outcome.exit_code == 3
    assert len(outcome.stdout.content) == MIB
    assert outcome.stdout.dropped == 63 * MIB


def test_time_over_is_told_and_the_container_is_gone(session: Session, engine: Engine) -> None:
    began = time.monotonic()
    script = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    outcome = python(session, script, wall_s=1.5)
    assert outcome.ending is Ending.WALL_LIMIT
    assert time.monotonic() - began < 20
    assert containers(engine) == []


def test_a_run_is_asked_to_end_before_it_is_made_to(session: Session) -> None:
    script = """
        import signal, sys, time
        signal.signal(signal.SIGTERM, lambda *_: (print("last words"), sys.exit(0)))
        time.sleep(60)
    """
    outcome = python(session, script, wall_s=1.5)
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.stdout.text == "last words\n"


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.2, 0.4])
def test_cancelling_at_any_moment(session: Session, engine: Engine, delay: float) -> None:
    wish = Wish()
    timer = threading.Timer(delay, wish.make)
    timer.start()
    outcome = python(session, "import time; time.sleep(60)", cancel=wish)
    assert outcome.ending is Ending.CANCELLED
    assert containers(engine) == []


def test_a_start_can_be_cancelled(sandbox: DockerSandbox, workplace: Workplace) -> None:
    wish = Wish()
    wish.make()
    with pytest.raises(SandboxUnusable, match="cancelled"):
        sandbox.open(workplace, wish)


def test_too_much_memory_is_told(session: Session) -> None:
    outcome = python(session, "kept = []\nwhile True: kept.append(bytearray(b'x') * (1 << 24))")
    assert outcome.ending is Ending.MEMORY_LIMIT


def test_memory_of_a_child_is_told(session: Session) -> None:
    script = """
        import os, sys
        child = os.fork()
        if child == 0:
            kept = []
            while True: kept.append(bytearray(b'x') * (1 << 24))
        os.waitpid(child, 0)
    """
    assert python(session, script).ending is Ending.MEMORY_LIMIT


@pytest.mark.parametrize("stubborn", ["", "import signal; signal.signal(24, signal.SIG_IGN)"])
def test_too_much_computing_is_told(
    sandbox: DockerSandbox, workplace: Workplace, stubborn: str
) -> None:
    limits = dataclasses.replace(workplace.limits, cpu_s=1)
    with sandbox.open(dataclasses.replace(workplace, limits=limits)) as session:
        assert python(session, f"{stubborn}\nwhile True: pass").ending is Ending.CPU_LIMIT


def test_too_much_on_disk_is_told(sandbox: DockerSandbox, workplace: Workplace) -> None:
    limits = dataclasses.replace(workplace.limits, disk_bytes=20 * MIB)
    script = """
        import time
        for number in range(100):
            open(f"part-{number}", "wb").write(b"x" * (1 << 20))
            time.sleep(0.05)
    """
    with sandbox.open(dataclasses.replace(workplace, limits=limits)) as session:
        assert python(session, script).ending is Ending.DISK_LIMIT


def test_too_much_on_disk_is_told_of_a_run_that_ends_at_once(
    sandbox: DockerSandbox, workplace: Workplace
) -> None:
    limits = dataclasses.replace(workplace.limits, disk_bytes=16 * MIB)
    script = "import os\nfor name in 'ab': open(name, 'wb').write(os.urandom(12 << 20))"
    with sandbox.open(dataclasses.replace(workplace, limits=limits)) as session:
        outcome = python(session, script)
    assert outcome.ending is Ending.DISK_LIMIT
    assert not outcome.succeeded


def test_as_much_on_disk_as_is_allowed(sandbox: DockerSandbox, workplace: Workplace) -> None:
    limits = dataclasses.replace(workplace.limits, disk_bytes=16 * MIB)
    script = "import os; open('{}', 'wb').write(os.urandom(12 << 20))"
    with sandbox.open(dataclasses.replace(workplace, limits=limits)) as session:
        assert python(session, script.format("a")).succeeded
        assert python(session, script.format("b")).succeeded


def test_a_command_that_is_not_there_is_no_outcome(session: Session) -> None:
    with pytest.raises(SandboxUnusable, match="no-such-command"):
        session.run(["no-such-command"])


def test_what_the_owner_gets_belongs_to_the_owner(
    sandbox: DockerSandbox, workplace: Workplace
) -> None:
    before = workplace.project.stat().st_uid
    with sandbox.open(workplace) as session:
        script = f"import os; os.mkdir('{session.outbox}/a'); open('{session.outbox}/a/b', 'w')"
        assert python(session, script).succeeded
    assert (workplace.outbox / "a" / "b").stat().st_uid == before
    assert workplace.outbox.stat().st_uid == before


def test_a_file_that_is_placed_can_be_changed_inside(session: Session) -> None:
    session.write("deep/down/settings.json", b"{}")
    assert python(session, "open('deep/down/settings.json', 'a').write('!')").succeeded
    assert session.read("deep/down/settings.json") == b"{}!"
    assert session.written() == ["deep/down/settings.json"]


def test_zombies_are_buried(session: Session) -> None:
    script = """
        import os, time
        if os.fork() == 0:
            if os.fork() == 0:
                os._exit(0)
            time.sleep(0.2)
            os._exit(0)
        os.wait()
        time.sleep(0.3)
        states = [open(f"/proc/{pid}/stat").read().split()[2] for pid in os.listdir("/proc")
                  if pid.isdigit()]
        print(states.count("Z"))
    """
    assert python(session, script).stdout.text == "0\n"


OWNER = """
import sys
from pathlib import Path
from seismograd_sandbox.host.docker_engine import DockerSandbox
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.workplace import Workplace
url, project, outbox = sys.argv[1:]
sandbox = DockerSandbox(Path.cwd(), url, memory=Memory(Path(outbox) / "memory.json"))
with sandbox.open(Workplace(Path(project), Path(sys.executable), Path(outbox))) as session:
    script = "import time; print('up', flush=True); time.sleep(600)"
    session.run([session.python, "-c", script], listen=lambda *_: print("up", flush=True))
"""


def test_a_run_ends_with_an_owner_that_is_killed(
    sandbox: DockerSandbox, workplace: Workplace, engine: Engine
) -> None:
    places = [str(workplace.project), str(workplace.outbox)]
    command = [sys.executable, "-c", OWNER, engine.url, *places]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as owner:
        try:
            assert owner.stdout is not None
            assert owner.stdout.readline() == b"up\n"
            sandbox.reap()
            (container,) = containers(engine, owner.pid)
        finally:
            owner.kill()
    state = "{{.State.Status}} {{.State.ExitCode}} {{.Name}}"
    _wait_until(lambda: engine.docker("inspect", "-f", state, container).startswith("exited 125"))
    name = engine.docker("inspect", "-f", "{{.Name}}", container).lstrip("/")
    reaped = sandbox.reap()
    assert f"container {name}" in reaped
    assert any(each.startswith(os.environ[PLACE]) for each in reaped)
    assert containers(engine, owner.pid) == []
    assert list(Path(os.environ[PLACE]).iterdir()) == []


def test_a_session_begins_with_what_others_left(
    sandbox: DockerSandbox, workplace: Workplace, engine: Engine, session: Session
) -> None:
    """Those of dead owners and of ours that nobody uses go; what is in use stays."""
    dead = _created(engine, {**container_labels("docker-1"), OWNER_PID: str(2**22 + 1)})
    lost = _created(engine, container_labels("docker-2"))
    elsewhere = _created(engine, {**container_labels("docker-3"), MACHINE: "another"})
    foreign = _created(engine, {})
    living = _created(engine, _labels_of_a_living_owner())
    others: list[str] = []

    def open_another(*_: object) -> None:
        with sandbox.open(workplace):
            others.extend(engine.docker("ps", "-aq", "--no-trunc").split())

    script = "print('up', flush=True); import time; time.sleep(1)"
    try:
        assert python(session, script, listen=open_another).succeeded
    finally:
        left = {elsewhere, foreign, living}
        engine.docker("rm", *left)
    assert left < set(others)
    assert not {dead, lost} & set(others)


def _created(engine: Engine, labels: dict[str, str]) -> str:
    words = [word for item in labels.items() for word in ("--label", "=".join(item))]
    return engine.docker("create", *words, BASE_IMAGE, "true")


def _labels_of_a_living_owner() -> dict[str, str]:
    parent = os.getppid()
    theirs = {OWNER_PID: str(parent), OWNER_STARTED: start_of(parent)}
    return {**container_labels("docker-4"), **theirs}


def test_a_session_can_be_closed_in_the_middle(session: Session, engine: Engine) -> None:
    outcomes = []
    up = threading.Event()
    script = "import time; print('up', flush=True); time.sleep(60)"
    run = threading.Thread(
        target=lambda: outcomes.append(python(session, script, listen=lambda *_: up.set()))
    )
    run.start()
    assert up.wait(30)
    session.close()
    run.join(30)
    assert outcomes[0].ending is Ending.CANCELLED
    assert containers(engine) == []
    with pytest.raises(SandboxUnusable, match="closed"):
        python(session, "pass")


def test_the_project_is_seen_where_it_lies(session: Session, workplace: Workplace) -> None:
    assert session.project == str(workplace.project)
    assert session.run([session.python, "train.py"]).stdout.text == "trained\n"
    assert Path(session.project, "train.py").read_text() == "print('trained')\n"


def _wait_until(holds: object, limit_s: float = 20) -> None:
    assert callable(holds)
    deadline = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)
