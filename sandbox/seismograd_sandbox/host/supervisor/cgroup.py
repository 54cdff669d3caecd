"""Groups of processes that the kernel itself holds to a limit, where this machine lets us make one.

Both forms are known: one tree for everything (version 2), and one for each resource (version 1).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MEMORY, PIDS = "memory", "pids"
PATIENCE_S = 2.0


@dataclass(frozen=True)
class Hierarchy:
    """Where groups for one resource can be made: below the group that this process is in."""

    parent: Path
    unified: bool


class Cgroup:
    """Groups for one run; `enter` is called by the process that shall be held."""

    def __init__(self, name: str) -> None:
        found = hierarchies()
        self._folders = {
            resource: place.parent / f"seismograd-{name}" for resource, place in found.items()
        }
        self._unified = {resource: place.unified for resource, place in found.items()}

    def create(self, memory_bytes: int | None, pids: int | None) -> None:
        """Raises `OSError` where the kernel refuses."""
        for folder in set(self._folders.values()):
            folder.mkdir()
        if MEMORY in self._folders and memory_bytes is not None:
            self._limit_memory(memory_bytes)
        if PIDS in self._folders and pids is not None:
            self._write(PIDS, "pids.max", pids)

    def enter(self) -> None:
        for folder in set(self._folders.values()):
            (folder / "cgroup.procs").write_text("0")

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended a process for its memory."""
        if MEMORY not in self._folders:
            return False
        name = "memory.events" if self._unified[MEMORY] else "memory.oom_control"
        with suppress(OSError, ValueError):
            lines = (self._folders[MEMORY] / name).read_text("ascii").splitlines()
            return any(line.startswith("oom_kill ") and int(line.split()[1]) for line in lines)
        return False

    def remove(self) -> None:
        """The groups are empty by now; the kernel may need a moment to see that."""
        deadline = time.monotonic() + PATIENCE_S
        for folder in set(self._folders.values()):
            while folder.exists() and not _removed(folder) and time.monotonic() < deadline:
                time.sleep(0.01)

    def _limit_memory(self, most: int) -> None:
        if self._unified[MEMORY]:
            self._write(MEMORY, "memory.max", most)
            for name, value in (("memory.swap.max", 0), ("memory.oom.group", 1)):
                with suppress(OSError):
                    self._write(MEMORY, name, value)
            return
        self._write(MEMORY, "memory.limit_in_bytes", most)
        with suppress(OSError):
            self._write(MEMORY, "memory.memsw.limit_in_bytes", most)

    def _write(self, resource: str, name: str, value: int) -> None:
        (self._folders[resource] / name).write_text(str(value))


@cache
def hierarchies() -> dict[str, Hierarchy]:
    """For which resources groups can be made here: found out by making one."""
    found = {}
    for resource, place in _own_groups().items():
        if _works(place, resource):
            found[resource] = place
    return found


def remove_leftovers(name: str) -> None:
    """Groups of a session whose supervisor was killed; those that are still in use stay."""
    for place in hierarchies().values():
        for folder in place.parent.glob(f"seismograd-{name}*"):
            _removed(folder)


def members(name: str) -> set[int]:
    """Processes that are still in the groups of a session or of one of its runs."""
    found: set[int] = set()
    for place in hierarchies().values():
        for folder in place.parent.glob(f"seismograd-{name}*"):
            with suppress(OSError, ValueError):
                found.update(map(int, (folder / "cgroup.procs").read_text("ascii").split()))
    return found


def _own_groups() -> dict[str, Hierarchy]:
    with suppress(OSError, ValueError):
        mounts = Path("/proc/self/mountinfo").read_text("utf-8")
        groups = Path("/proc/self/cgroup").read_text("utf-8")
        return own_groups(mounts, groups)
    return {}


def own_groups(mounts: str, groups: str) -> dict[str, Hierarchy]:
    """The groups of a process from what the kernel says; by resource.

    Where a resource is held by a tree of its own, that wins over the tree for everything.
    """
    places = dict(_places(mounts))
    found = {}
    for line in sorted(groups.splitlines(), key=lambda line: int(line.partition(":")[0])):
        _, controllers, path = line.split(":", 2)
        for resource in (MEMORY, PIDS):
            place = places.get(resource if controllers else "")
            if place and (not controllers or resource in controllers.split(",")):
                found[resource] = Hierarchy(place / path.lstrip("/"), unified=not controllers)
    return found


def _places(mounts: str) -> Iterator[tuple[str, Path]]:
    """Where the trees are seen: by resource, the one for everything by an empty name."""
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        if kind == "cgroup2":
            yield "", Path(before.split()[4])
        elif kind == "cgroup":
            for resource in {MEMORY, PIDS}.intersection(options.split(",")):
                yield resource, Path(before.split()[4])


def _works(place: Hierarchy, resource: str) -> bool:
    trial = place.parent / f"seismograd-trial-{os.getpid()}"
    limit = "memory.max" if place.unified else "memory.limit_in_bytes"
    try:
        trial.mkdir(exist_ok=True)
        return (trial / (limit if resource == MEMORY else "pids.max")).exists()
    except OSError:
        return False
    finally:
        _removed(trial)


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError:
        return False
    return True
