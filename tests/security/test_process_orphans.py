"""A child that kills its supervisor and hides does not outlive its run, where that is promised."""

from __future__ import annotations

import pickle
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from seismograd_sandbox.host.process import ProcessSandbox
from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.catalogue import all_checks
from seismograd_sandbox.host.self_check.runner import SelfCheck
from seismograd_sandbox.host.self_check.verdict import Verdict
from seismograd_sandbox.host.supervisor.cgroup import hierarchies
from seismograd_sandbox.host.workplace import Workplace
from tests import parts
from tests.sandbox.host.processes import running, wait_until_gone, wait_until_running
from tests.sandbox.no_namespaces import refuse_namespaces

KILLS_ALL_ABOVE = """
import os, signal, sys, time
def parent(pid):
    return int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])
above = [os.getppid()]
while above[-1] > 1 and "supervisor" not in open(f"/proc/{above[-1]}/cmdline").read():
    above.append(parent(above[-1]))
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        hidden = [sys.executable, "-c", "import time; time.sleep(100)", sys.argv[1]]
        os.execve(sys.executable, hidden, {})
    os._exit(0)
for pid in above:
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
time.sleep(1)
"""


@pytest.fixture(autouse=True)
def scratch_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "scratch"
    monkeypatch.setenv("SEISMOGRAD_SCRATCH", str(place))
    return place


@pytest.fixture
def sandbox() -> ProcessSandbox:
    found = ProcessSandbox()
    if Promise.NO_ORPHANS not in found.promises:
        parts.missing("this machine grants no namespaces to users", "bubblewrap")
    return found


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    (tmp_path / "project").mkdir()
    return Workplace(tmp_path / "project", Path(sys.executable), tmp_path / "outbox")


def test_a_hidden_child_ends_with_its_run(sandbox: ProcessSandbox, workplace: Workplace) -> None:
    word = f"word-{uuid.uuid4().hex}"
    with sandbox.open(workplace) as session:
        session.run([session.python, "-c", KILLS_ALL_ABOVE, word])
    wait_until_gone(word, limit_s=10)


def test_a_hidden_child_ends_when_owner_and_supervisor_are_killed(
    sandbox: ProcessSandbox, workplace: Workplace, scratch_place: Path
) -> None:
    word = f"word-{uuid.uuid4().hex}"
    command = [sys.executable, "-m", "tests.sandbox.host.owner_program"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as owner:
        try:
            assert owner.stdin is not None
            script = KILLS_ALL_ABOVE + "time.sleep(100)"
            owner.stdin.write(pickle.dumps((sandbox.name, workplace, script, word)))
            owner.stdin.close()
            wait_until_running(word)
        finally:
            owner.kill()
    wait_until_gone(word, limit_s=15)


def test_other_processes_cannot_be_seen_or_signalled(
    sandbox: ProcessSandbox, workplace: Workplace
) -> None:
    script = "import os; print(os.getppid(), len([p for p in os.listdir('/proc') if p.isdigit()]))"
    with sandbox.open(workplace) as session:
        assert session.run([session.python, "-c", script]).stdout.text == "1 2\n"


def test_the_self_check_tries_it(sandbox: ProcessSandbox) -> None:
    """It passes where the promise holds, and finds a sandbox out that only claims it."""
    (check,) = [one for one in all_checks() if one.name == "nothing-survives-its-supervisor"]
    assert SelfCheck(sandbox, [check], Path(sys.executable)).result(check).verdict is Verdict.PASSED


@pytest.mark.slow
def test_the_self_check_finds_a_false_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    class Claims(ProcessSandbox):
        promises = frozenset({Promise.NO_ORPHANS})

    refuse_namespaces(monkeypatch)
    monkeypatch.setattr("seismograd_sandbox.host.leftovers.members", lambda name: set())
    (check,) = [one for one in all_checks() if one.name == "nothing-survives-its-supervisor"]
    result = SelfCheck(Claims(), [check], Path(sys.executable)).result(check)
    assert result.verdict is Verdict.FAILED


def test_without_namespaces_groups_of_the_kernel_are_emptied(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Best effort: not promised, since code with the user's rights can leave such a group."""
    if not hierarchies():
        pytest.skip("this user may make no group of processes")
    refuse_namespaces(monkeypatch)
    word = f"word-{uuid.uuid4().hex}"
    with ProcessSandbox().open(workplace) as session:
        session.run([session.python, "-c", KILLS_ALL_ABOVE, word])
        assert not running(word)
