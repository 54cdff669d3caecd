"""What all events have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Event:
    """Something that a run wrote down; `t` is in seconds since the runner started."""

    KIND: ClassVar[str] = ""

    t: float = 0.0
