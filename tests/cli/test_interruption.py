"""A command that is stopped: at once, in silence, and with all of its processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
COMMAND = [
    sys.executable,
    "-c",
    "import sys; from seismograd.cli.main import main; sys.exit(main())",
]
SOON = 5.0


@contextmanager
def _busy_check(
    folder: Path, processes: int = 2, pause: float = 0.3
) -> Iterator[subprocess.Popen[str]]:
    for number in range(40):
        (folder / f"m{number}.py").write_text("import torch\n" + "x = torch.ones(3)\n" * 5_000)
    process = subprocess.Popen(
        [*COMMAND, "check", "--jobs", "2", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_for_children(process.pid, processes)
        time.sleep(pause)
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def _wait_for_children(pid: int, count: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if len(_children(pid)) >= count:
            return
        time.sleep(0.001)
    pytest.fail("no processes were started")


@pytest.mark.parametrize(("processes", "pause"), [(1, 0.0), (2, 0.0), (2, 0.03), (2, 0.3)])
@pytest.mark.parametrize("everybody", [True, False])
def test_an_interrupt_ends_the_check_without_a_traceback(
    tmp_path: Path, everybody: bool, processes: int, pause: float
) -> None:
    with _busy_check(tmp_path, processes, pause) as process:
        (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=SOON)
    assert (process.returncode, out, err) == (130, "", "seismograd: interrupted\n")


@pytest.mark.parametrize("pause", [0.0, 0.002, 0.01])
def test_interrupting_twice_gives_no_traceback_either(tmp_path: Path, pause: float) -> None:
    with _busy_check(tmp_path) as process:
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(pause)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=SOON)
    assert process.returncode in (130, -signal.SIGINT)
    assert (out, err.removesuffix("seismograd: interrupted\n")) == ("", "")


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_the_check_goes_on(tmp_path: Path) -> None:
    with _busy_check(tmp_path) as process:
        os.kill(int(_children(process.pid)[0]), signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out == "No faults found in 40 files.\n"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_command(tmp_path: Path, how: signal.Signals) -> None:
    with _busy_check(tmp_path) as process:
        os.kill(process.pid, how)
        # The pipes reach their end only when every process that holds them has gone.
        out, err = process.communicate(timeout=SOON)
    assert (process.returncode, out, err) == (-how, "", "")
