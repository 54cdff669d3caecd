"""A command with a time limit that holds for all that it starts."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

GRACE = 10.0


@dataclass(frozen=True)
class Ended:
    status: int | None
    """None: it was stopped, since it took too long."""
    out: str
    err: str
    seconds: float


def run_bounded(command: Sequence[str | Path], folder: Path, limit: float) -> Ended:
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    status: int | None = None
    try:
        out, err = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        out, err = _stop(process)
    finally:
        _signal(process, signal.SIGKILL)
    return Ended(status, out, err, time.monotonic() - started)


def environment() -> dict[str, str]:
    """Without what would make a script work here and nowhere else."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"KERAS_BACKEND": "torch", "PYTHONDONTWRITEBYTECODE": "1"}


def _stop(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Politely first: it may have children in sessions of their own."""
    _signal(process, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        return process.communicate(timeout=GRACE)
    _signal(process, signal.SIGKILL)
    return process.communicate()


def _signal(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
