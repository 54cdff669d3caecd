"""`seismograd run` is killed: what it ran ends with it, and what is left goes at the next start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import Sandbox
from tests.sandbox.host.folders import wait_until_empty
from tests.sandbox.host.processes import parent, running, wait_until_gone

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
STAYING = """import os, signal, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("up", flush=True)
time.sleep(300)
"""


@contextmanager
def command(sandbox: Sandbox, project: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    options = ("--sandbox", sandbox.name, "--python", sys.executable)
    with subprocess.Popen(
        [sys.executable, "-m", "seismograd.cli.main", "run", *options, *words],
        cwd=project,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def staying(sandbox: Sandbox, project: Path, word: str) -> Iterator[subprocess.Popen[str]]:
    """A run with a child in a session of its own, both of which go on."""
    (project / "stays.py").write_text(STAYING)
    with command(sandbox, project, "stays.py", "--", word) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        assert len(running(word)) > 2
        yield process


def kill_both(process: subprocess.Popen[str], scratch_place: Path) -> None:
    """The command and its supervisor, which sees nothing of it and so can tidy up nothing."""
    found = running(f"{scratch_place}", "supervisor/__main__.py")
    (supervisor,) = [pid for pid in found if parent(pid) == process.pid]
    os.kill(supervisor, signal.SIGSTOP)
    process.kill()
    process.wait()
    os.kill(supervisor, signal.SIGKILL)


def test_nothing_survives_it(
    sandbox: Sandbox, project: Path, scratch_place: Path, word: str
) -> None:
    with staying(sandbox, project, word) as process:
        process.kill()
    wait_until_gone(word)
    wait_until_gone(str(scratch_place))
    wait_until_empty(scratch_place)


def test_the_next_one_removes_what_it_and_its_supervisor_left(
    sandbox: Sandbox, project: Path, scratch_place: Path, word: str
) -> None:
    with staying(sandbox, project, word) as process:
        kill_both(process, scratch_place)
        left = os.listdir(scratch_place)
    assert len(left) == 1
    with command(sandbox, project, "train.py") as process:
        assert process.communicate(timeout=120)[0] == "trained\n"
        assert process.returncode == 0
    wait_until_gone(word)
    wait_until_empty(scratch_place)
    assert list(Path("/sys/fs/cgroup").glob(f"**/seismograd-{left[0]}*")) == []
