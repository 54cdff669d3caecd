"""How a run stands, or ended."""

from __future__ import annotations

from enum import StrEnum


class RunState(StrEnum):
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    """Whoever watched the run ended before it did: nobody knows how it would have ended."""

    @property
    def is_over(self) -> bool:
        return self is not RunState.RUNNING
