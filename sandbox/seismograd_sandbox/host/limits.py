"""How much a run may take of the machine: named numbers, none of them hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

MIB = 1024 * 1024
GIB = 1024 * MIB


class UnknownLimit(ValueError):
    """A limit that does not exist, or a number that none can have."""


@dataclass(frozen=True)
class Limits:
    """Seconds, bytes and counts; None means that there is no such limit."""

    wall_s: float | None = 3600.0
    cpu_s: float | None = None
    """Of one process: what a run spends over all of them is bounded by wall time and cores."""
    memory_bytes: int | None = 16 * GIB
    pids: int | None = 1024
    """Threads count as well: a data loader and a numerics library easily make hundreds."""
    file_bytes: int | None = 8 * GIB
    """The largest single file."""
    output_bytes: int = 64 * MIB
    """Of each stream; what comes after is counted and dropped, the run goes on."""
    disk_bytes: int | None = 16 * GIB
    """All that a run writes, measured a few times a second and at the end of the run.

    The system does not hold it: a run is ended soon after it has passed the limit, not at it.
    """

    def with_settings(self, settings: Mapping[str, float]) -> Limits:
        """These limits, with those that a user set under their short names; 0 lifts a limit."""
        changes: dict[str, Any] = {
            _field(name): _number(name, value) for name, value in settings.items()
        }
        return replace(self, **changes)


_UNITS = {"wall": "wall_s", "cpu": "cpu_s", "pids": "pids"}
_MEBIBYTES = {"memory", "file", "output", "disk"}
NAMES = tuple(sorted({*_UNITS, *_MEBIBYTES}))


def _field(name: str) -> str:
    field = f"{name}_bytes" if name in _MEBIBYTES else _UNITS.get(name)
    if field not in {field.name for field in fields(Limits)}:
        raise UnknownLimit(f"there is no limit '{name}'; known are {', '.join(NAMES)}")
    return field


def _number(name: str, value: float) -> float | None:
    if not 0 <= value < float("inf"):
        raise UnknownLimit(f"the limit '{name}' must be a number that is not negative")
    if value == 0 and name != "output":
        return None
    if name in _MEBIBYTES:
        return int(value * MIB)
    return int(value) if name == "pids" else value
