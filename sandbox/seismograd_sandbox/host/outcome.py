"""What became of a run. Failure of the user's code is an outcome, not an exception."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    EXITED = "exited"
    SIGNALLED = "signalled"
    WALL_LIMIT = "wall-limit"
    CPU_LIMIT = "cpu-limit"
    MEMORY_LIMIT = "memory-limit"
    DISK_LIMIT = "disk-limit"
    PROCESS_LIMIT = "process-limit"
    """Ended for having too many processes, where the system itself does not refuse more."""
    OUTPUT_LIMIT = "output-limit"
    """Ended for printing too much, where nobody can drop the rest of it."""
    CANCELLED = "cancelled"
    LOST = "lost"
    """The engine that held the run went away; nobody knows how the run would have ended."""


@dataclass(frozen=True)
class Captured:
    """One stream: the first bytes up to the limit, and how many came after them."""

    content: bytes = b""
    dropped: int = 0

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")


@dataclass(frozen=True)
class Outcome:
    ending: Ending
    exit_code: int | None = None
    signal: int | None = None
    stdout: Captured = Captured()
    stderr: Captured = Captured()
    seconds: float = 0.0
    peak_memory_bytes: int | None = None

    @property
    def succeeded(self) -> bool:
        return self.ending is Ending.EXITED and self.exit_code == 0
