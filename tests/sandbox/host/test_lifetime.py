"""Sandboxes end with their owner, however that ends, and the next start tidies up."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.process import ProcessSandbox
from seismograd_sandbox.host.sandbox import Sandbox, SandboxUnusable, Session
from seismograd_sandbox.host.workplace import Workplace
from tests.sandbox.host.conftest import Opening
from tests.sandbox.host.folders import wait_until_empty
from tests.sandbox.host.processes import running, wait_until_gone, wait_until_running
from tests.sandbox.host.wish import Wish

ROOT = Path(__file__).parents[3]
STAYING = """
import os, signal, sys, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
time.sleep(300)
"""


@contextmanager
def owner(
    sandbox: Sandbox, workplace: Workplace, word: str, *options: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Another owner with a run that goes on."""
    command = [sys.executable, "-m", "tests.sandbox.host.owner_program", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        assert process.stdin is not None
        process.stdin.write(pickle.dumps((sandbox.name, workplace, STAYING, word)))
        process.stdin.close()
        try:
            wait_until_running(word)
            yield process
        finally:
            process.kill()


def in_background(session: Session, word: str) -> tuple[threading.Thread, list[Outcome]]:
    outcomes: list[Outcome] = []
    command = [session.python, "-c", STAYING, word]
    thread = threading.Thread(target=lambda: outcomes.append(session.run(command)))
    thread.start()
    wait_until_running(word)
    return thread, outcomes


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_survives_its_owner(
    sandbox: Sandbox, workplace: Workplace, scratch_place: Path, word: str, how: int
) -> None:
    with owner(sandbox, workplace, word) as process:
        process.send_signal(how)
        process.wait(60)
    wait_until_gone(word)
    wait_until_empty(scratch_place)


def test_what_an_owner_and_its_supervisor_left_is_reaped(
    sandbox: Sandbox, workplace: Workplace, scratch_place: Path, word: str
) -> None:
    with owner(sandbox, workplace, word) as process:
        for pid in running(str(scratch_place)):
            os.kill(pid, signal.SIGSTOP)
        process.kill()
        process.wait(60)
        for pid in running("supervisor/__main__.py"):
            if str(scratch_place) in Path(f"/proc/{pid}/cmdline").read_text():
                os.kill(pid, signal.SIGKILL)
    reaped = sandbox.reap()
    assert len(reaped) == 1
    assert str(scratch_place) in reaped[0]
    wait_until_gone(word)
    wait_until_empty(scratch_place)
    assert sandbox.reap() == []


def test_the_living_are_not_reaped(sandbox: Sandbox, session: Session) -> None:
    assert sandbox.reap() == []
    assert session.run([session.python, "train.py"]).stdout.text == "trained\n"


def test_a_later_process_with_the_same_number_owns_nothing(
    sandbox: Sandbox, scratch_place: Path
) -> None:
    left = scratch_place / f"{sandbox.name}-0123"
    left.mkdir(parents=True)
    (left / "owner.json").write_text(f'{{"pid": {os.getpid()}, "started": "long ago"}}')
    assert len(sandbox.reap()) == 1
    assert not left.exists()


def test_a_folder_that_is_being_made_is_not_reaped(sandbox: Sandbox, scratch_place: Path) -> None:
    new = scratch_place / f"{sandbox.name}-0123"
    new.mkdir(parents=True)
    assert sandbox.reap() == []
    os.utime(new, (0, 0))
    assert len(sandbox.reap()) == 1


def test_the_next_start_tidies_up(
    sandbox: Sandbox, workplace: Workplace, scratch_place: Path
) -> None:
    left = scratch_place / f"{sandbox.name}-0123"
    left.mkdir(parents=True)
    (left / "owner.json").write_text('{"pid": 1, "started": "long ago"}')
    sandbox.open(workplace).close()
    assert not left.exists()


def test_cancelling_ends_a_run(session: Session, word: str) -> None:
    wish = Wish()
    threading.Timer(0.5, wish.make).start()
    outcome = session.run([session.python, "-c", STAYING, word], cancel=wish)
    assert outcome.ending is Ending.CANCELLED
    assert outcome.seconds < 60
    wait_until_gone(word)


def test_cancelling_before_the_start_runs_nothing(session: Session, workplace: Workplace) -> None:
    wish = Wish()
    wish.make()
    script = "import sys; open(sys.argv[1], 'w')"
    command = [session.python, "-c", script, f"{session.outbox}/ran"]
    assert session.run(command, cancel=wish).ending is Ending.CANCELLED
    assert not (workplace.outbox / "ran").exists()


def test_closing_ends_what_runs(session: Session, scratch_place: Path, word: str) -> None:
    thread, outcomes = in_background(session, word)
    session.close()
    thread.join(60)
    assert [outcome.ending for outcome in outcomes] == [Ending.CANCELLED]
    wait_until_gone(word)
    wait_until_empty(scratch_place)


def test_a_closed_sandbox_runs_nothing(session: Session) -> None:
    session.close()
    session.close()
    with pytest.raises(SandboxUnusable, match="closed"):
        session.run([session.python, "-c", "pass"])


def test_an_interrupted_owner_can_go_on(sandbox: Sandbox, workplace: Workplace, word: str) -> None:
    with owner(sandbox, workplace, word, "go-on") as process:
        process.send_signal(signal.SIGINT)
        wait_until_gone(word)
        assert process.stdout is not None
        assert process.stdout.read() == b"succeeded\n"


def test_a_run_that_kills_its_supervisor_is_lost_but_ended(
    workplace: Workplace, word: str, without_namespaces: None
) -> None:
    script = "import os, signal; os.kill(os.getppid(), signal.SIGKILL)\n" + STAYING
    with ProcessSandbox().open(workplace) as session:
        outcome = session.run([session.python, "-c", script, word])
        assert outcome.ending is Ending.LOST
        wait_until_gone(word)
        assert session.run([session.python, "train.py"]).succeeded
    name = Path(session.project).parent.name
    assert list(Path("/sys/fs/cgroup").glob(f"**/seismograd-{name}*")) == []


def test_runs_of_one_sandbox_do_not_disturb_one_another(session: Session) -> None:
    script = "import sys, time; time.sleep(0.5); print(sys.argv[1]); sys.exit(int(sys.argv[1]))"
    outcomes: dict[int, Outcome] = {}

    def run(number: int) -> None:
        outcomes[number] = session.run([session.python, "-c", script, str(number)])

    threads = [threading.Thread(target=run, args=[number]) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert {n: (o.exit_code, o.stdout.text) for n, o in outcomes.items()} == {
        number: (number, f"{number}\n") for number in range(3)
    }


def test_a_listener_that_fails_does_not_stop_the_run(session: Session) -> None:
    def listen(*_: object) -> None:
        raise RuntimeError("broken")

    script = "print('x' * 2**20); print('end')"
    outcome = session.run([session.python, "-c", script], listen=listen)
    assert outcome.stdout.text.endswith("end\n")


def test_folders_that_nobody_may_enter_are_removed_all_the_same(
    opening: Opening, scratch_place: Path
) -> None:
    session = opening()
    script = "import os; os.makedirs('a/b/c'); os.chmod('a/b', 0); os.chmod('a', 0o500)"
    assert session.run([session.python, "-c", script]).succeeded
    session.close()
    wait_until_empty(scratch_place)
