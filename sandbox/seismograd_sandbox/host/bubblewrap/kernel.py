"""Which limits the kernel of this machine holds over all processes of a run."""

from __future__ import annotations

import os
import re
import sys

from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.supervisor.cgroup import MEMORY, PIDS, hierarchies

COUNTS_BY_NAMESPACE = (5, 14)
"""Since then a limit on processes counts those of a namespace of users, not all of a user's."""


def held_by_the_kernel() -> frozenset[Promise]:
    held = set()
    if MEMORY in hierarchies():
        held.add(Promise.TOTAL_MEMORY)
    if PIDS in hierarchies() or _counts_processes():
        held.add(Promise.TOTAL_PROCESSES)
    return frozenset(held)


def _counts_processes() -> bool:
    """Root is counted by no kernel."""
    return sys.platform == "linux" and os.getuid() != 0 and _release() >= COUNTS_BY_NAMESPACE


def _release() -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))
