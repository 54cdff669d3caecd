"""What every probe is given: where to write, how to name places and things, how many steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .options import Options
from .places import Places
from .trace_writer import TraceWriter


@dataclass
class Observer:
    trace: TraceWriter
    places: Places
    options: Options
    steps: int = 0
    """Optimiser steps so far, over all frameworks."""
    claimed: tuple[type, ...] = ()
    """Layers of these types are described by another probe than that of their base class."""
    owner: str | None = None
    """The probe that reports the steps of this run; where there is one, all others are silent."""
    _ids: dict[str, int] = field(default_factory=dict)

    def new_id(self, kind: str) -> int:
        self._ids[kind] = self._ids.get(kind, -1) + 1
        return self._ids[kind]

    def record(self, kind: str, **fields: Any) -> None:
        self.trace.record(kind, fields)
