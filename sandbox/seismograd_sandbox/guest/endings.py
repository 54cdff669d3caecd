"""How a script ended."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

FAILED = 1
INTERRUPTED = 130
"""What a shell shows for a process that SIGINT ended."""


@dataclass(frozen=True)
class Ending:
    outcome: str
    exit_code: int

    def fields(self) -> dict[str, Any]:
        return {"outcome": self.outcome, "exit_code": self.exit_code}


def ending_of(error: BaseException | None) -> Ending:
    if error is None:
        return Ending("finished", 0)
    if isinstance(error, SystemExit):
        return Ending("exited", exit_status(error.code))
    if isinstance(error, KeyboardInterrupt):
        return Ending("interrupted", INTERRUPTED)
    return Ending("failed", FAILED)


def exit_status(code: object) -> int:
    """What becomes of the argument of `sys.exit`."""
    if code is None:
        return 0
    if not isinstance(code, int):
        return FAILED  # the interpreter prints it
    status = code if -(2**63) <= code < 2**63 else -1
    return status & 0xFF if os.name == "posix" else status & 0xFFFFFFFF
