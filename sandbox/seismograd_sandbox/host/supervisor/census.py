"""Memory and threads of processes, as the system tells them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.host.programs import PS

KIB = 1024


def resident_bytes(pids: Sequence[int]) -> int:
    """What they share is counted again and again: quick to ask."""
    if sys.platform == "linux":
        return sum(map(_resident, pids))
    return _resident_by_ps(pids)


def proportional_bytes(pids: Sequence[int]) -> int:
    """What they share is counted once: slow to ask, and only Linux tells."""
    if sys.platform == "linux":
        return sum(map(_proportional, pids))
    return _resident_by_ps(pids)


def threads(pids: Sequence[int]) -> int:
    """Threads where the system tells, else processes."""
    if sys.platform != "linux":
        return len(pids)
    return sum(map(_threads, pids))


def room_for(more: int | None) -> int | None:
    """The limit on all processes of this user that leaves room for so many more.

    The system counts over all that the user runs, and does not hold the limit against root.
    """
    if more is None or sys.platform != "linux" or os.getuid() == 0:
        return None
    return more + sum(map(_threads, _processes_of(os.getuid())))


def _processes_of(user: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == user:
                found.append(int(name))
    return found


def _threads(pid: int) -> int:
    with suppress(OSError):
        return os.stat(f"/proc/{pid}/task").st_nlink - 2
    return 0


def _resident(pid: int) -> int:
    with suppress(OSError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def _proportional(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * KIB
    return _resident(pid)


def _resident_by_ps(pids: Sequence[int]) -> int:
    command = [PS, "-o", "rss=", "-p", ",".join(map(str, pids))]
    with suppress(OSError):
        listing = subprocess.run(command, capture_output=True, check=False).stdout
        return sum(map(int, listing.split())) * KIB
    return 0
