"""Processes that outlived both their supervisor and their owner, found by a variable of theirs."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

SESSION = "SEISMOGRAD_SESSION"
"""Every process of a run has it, unless it takes pains not to."""
MOST_ROUNDS = 20
"""Against processes that multiply while they are being ended."""


def end_processes_of(session: str) -> int:
    """Kill what still runs of a session; says how many processes that were."""
    ended: set[int] = set()
    for _ in range(MOST_ROUNDS):
        found = _processes_of(session)
        if not found:
            break
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in found:
                with suppress(OSError):
                    os.kill(pid, number)
        ended.update(found)
    return len(ended)


def _processes_of(session: str) -> list[int]:
    if sys.platform != "linux":
        return []
    mark = f"{SESSION}={session}".encode()
    names = (name for name in os.listdir("/proc") if name.isdecimal())
    return [int(name) for name in names if int(name) != os.getpid() and _has(name, mark)]


def _has(process: str, mark: bytes) -> bool:
    try:
        return mark in Path("/proc", process, "environ").read_bytes().split(b"\0")
    except OSError:
        return False
