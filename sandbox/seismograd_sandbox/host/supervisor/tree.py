"""The processes that descend from this one, whatever sessions they made for themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from seismograd_sandbox.host.programs import PS

PR_SET_CHILD_SUBREAPER = 36
PATIENCE_S = 20.0
"""With processes that are stuck in the kernel; they end as soon as it lets them go."""
PAUSE_S = 0.002
"""To let those die that were killed, where there are few cores."""


def become_root() -> None:
    """Processes whose parent ends become our children, so that a double fork hides nothing."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants(pid: int) -> list[int]:
    """All processes below one, parents before their children; on Windows the job knows them."""
    if sys.platform == "win32":
        return []
    children = _Children()
    found, level = [], [pid]
    while level := [child for above in level for child in children.of(above)]:
        found += level
    return found


def at_depth(pid: int, depth: int) -> list[int]:
    """The processes so many steps below one; itself at 0."""
    children = _Children()
    level = [pid]
    for _ in range(depth):
        level = [child for above in level for child in children.of(above)]
    return level


def send(number: int, pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)


def end_all(spare: int) -> None:
    """Kill everything below this process; `spare` is collected by whoever waits for it.

    All are stopped first, so that none can fork while the others are killed.
    """
    if sys.platform == "win32":
        return
    deadline = time.monotonic() + PATIENCE_S
    # The kernel may leave one out of a list that changes meanwhile: only a second look counts.
    while (_is_left(spare) or _is_left(spare)) and time.monotonic() < deadline:
        living = [pid for pid in descendants(os.getpid()) if not _has_ended(pid)]
        send(signal.SIGSTOP, living)
        send(signal.SIGKILL, {*living, *descendants(os.getpid())})
        _collect(spare)
        time.sleep(PAUSE_S)


def _is_left(spare: int) -> bool:
    """Whether anything is below this process but what is left of `spare`.

    The ended count as well: whose parent has just ended becomes a child of ours.
    """
    return any(pid != spare or not _has_ended(pid) for pid in _Children().of(os.getpid()))


def _collect(spare: int) -> None:
    for pid in _Children().of(os.getpid()):
        if pid != spare:
            with suppress(OSError):
                os.waitpid(pid, os.WNOHANG)


class _Children:
    """Who is whose child: asked for one by one where that is quick, else all at once."""

    def __init__(self) -> None:
        self._all = None if _asks_singly() else _children_of_all()

    def of(self, pid: int) -> list[int]:
        return _children_of(pid) if self._all is None else self._all.get(pid, [])


def _asks_singly() -> bool:
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def _children_of(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                text = Path(f"/proc/{pid}/task/{thread}/children").read_text("ascii")
                found += map(int, text.split())
    return found


def _children_of_all() -> dict[int, list[int]]:
    listing = subprocess.run([PS, "-A", "-o", "pid=,ppid="], capture_output=True, check=False)
    children: dict[int, list[int]] = {}
    for line in listing.stdout.splitlines():
        pid, parent = map(int, line.split())
        children.setdefault(parent, []).append(pid)
    return children


def _has_ended(pid: int) -> bool:
    """Whether only its exit status is left of a process."""
    if sys.platform != "linux":
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] in b"ZX"
    except OSError:
        return True
