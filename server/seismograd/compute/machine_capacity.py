"""What this machine has to give: cores, memory and GPUs, as far as this process may use them."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from seismograd.compute.slots import Capacity
from seismograd_sandbox.host.surroundings.graphics import find_graphics
from seismograd_sandbox.untrusted_files import read_regular_file

MEMORY_SHARE = 0.8
"""Of the memory that is free now: the rest is for the editor and what else the user starts."""
VISIBLE_GPUS = "CUDA_VISIBLE_DEVICES"
_PROC, _CGROUP = Path("/proc"), Path("/sys/fs/cgroup")
_AVAILABLE = re.compile(r"^MemAvailable: +([0-9]{1,15}) kB$", re.M)
_MOST_BYTES = 100_000


def machine_capacity(gpus: Sequence[str]) -> Capacity:
    return Capacity(usable_cpus(), MEMORY_SHARE * free_memory(), len(gpus))


def visible_gpus(project: Path) -> list[str]:
    """Numbers or names of the GPUs that a run may use."""
    named = os.environ.get(VISIBLE_GPUS)
    if named is not None:
        return [one.strip() for one in named.split(",") if one.strip()]
    return [str(number) for number in range(len(find_graphics(project).cards))]


def usable_cpus(cgroup: Path = _CGROUP) -> int:
    """A container may be given less time than the cores that it sees."""
    has_affinity = hasattr(os, "sched_getaffinity")
    seen = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    with suppress(ValueError, ZeroDivisionError):
        quota, period = _words(cgroup / "cpu.max")
        return max(1, min(seen, int(quota) // int(period)))
    return seen


def free_memory(proc: Path = _PROC, cgroup: Path = _CGROUP) -> float:
    """Bytes, of the machine or of the container; infinite where the system does not tell."""
    found = _AVAILABLE.search(_text(proc / "meminfo"))
    free = int(found[1]) * 1024 if found else math.inf
    with suppress(ValueError):
        most, used = _text(cgroup / "memory.max"), _text(cgroup / "memory.current")
        free = min(free, int(most) - int(used))
    return max(0, free)


def _words(path: Path) -> list[str]:
    return _text(path).split()


def _text(path: Path) -> str:
    """Empty where there is no such file."""
    with suppress(OSError):
        return read_regular_file(path, _MOST_BYTES).decode("ascii", errors="replace")
    return ""
