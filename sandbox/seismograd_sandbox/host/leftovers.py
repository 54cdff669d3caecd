"""Processes of a run that got away from its supervisor.

They are found by a variable of theirs, and by the group that the kernel limits them in.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.host.programs import PS
from seismograd_sandbox.host.supervisor.cgroup import members

RUN = "SEISMOGRAD_RUN"
"""Every process of a run has it, unless it takes pains not to; begins with the session's name."""
MOST_ROUNDS = 20
"""Against processes that multiply while they are being ended."""


def end_processes_of(run_or_session: str) -> int:
    """Kill what still runs of it; says how many processes that were."""
    ended: set[int] = set()
    for _ in range(MOST_ROUNDS):
        found = _processes_of(run_or_session)
        if not found:
            break
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in found:
                with suppress(OSError):
                    os.kill(pid, number)
        ended.update(found)
    return len(ended)


def _processes_of(run_or_session: str) -> list[int]:
    mark = f"{RUN}={run_or_session}".encode()
    if sys.platform == "linux":
        marked = {pid for pid in _all_on_linux() if _has(pid, mark)}
        return [*(marked | members(run_or_session))]
    if sys.platform == "darwin":
        return _found_by_ps(mark)
    return []  # On Windows the job has ended them.


def _all_on_linux() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def _has(process: int, mark: bytes) -> bool:
    try:
        variables = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
    return any(variable.startswith(mark) for variable in variables)


def _found_by_ps(mark: bytes) -> list[int]:
    command = [PS, "-A", "-E", "-ww", "-o", "pid=,command="]
    listing = subprocess.run(command, capture_output=True, check=False).stdout
    return [int(line.split()[0]) for line in listing.splitlines() if b" " + mark in line]
