"""How a run ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.traces.events.event import Event
from seismograd.traces.events.parts import EarlierException, Frame


@dataclass(frozen=True)
class Raised(Event):
    KIND: ClassVar[str] = "exception"

    type: str = ""
    message: str = ""
    notes: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    """Outermost first."""
    because: tuple[EarlierException, ...] = ()
    """The exceptions it came from, nearest first."""


@dataclass(frozen=True)
class End(Event):
    KIND: ClassVar[str] = "end"

    outcome: str | None = None
    exit_code: int | None = None
    seconds: float | None = None
    steps: int | None = None
