"""How a script ended, and leaving the way it would have left."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from typing import Any, NoReturn

INTERRUPTED = 130


@dataclass(frozen=True)
class Ending:
    outcome: str
    exit_code: int
    failure: BaseException | None = None
    message: str | None = None

    def fields(self) -> dict[str, Any]:
        return {"outcome": self.outcome, "exit_code": self.exit_code}

    def leave(self) -> NoReturn:
        """Exit as the interpreter would: exit handlers run, errors are shown by the user's hook."""
        if self.message is not None:
            pass
        if self.failure is not None:
            _show(self.failure)
        if self.outcome == "interrupted" and os.name == "posix":
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        raise SystemExit(self.exit_code)


def ending_of(error: BaseException | None) -> Ending:
    if error is None:
        return Ending("finished", 0)
    if isinstance(error, SystemExit):
        return _exited(error.code)
    if isinstance(error, KeyboardInterrupt):
        return Ending("interrupted", INTERRUPTED, error)
    return Ending("failed", 1, error)


def _exited(code: Any) -> Ending:
    if code is None:
        return Ending("exited", 0)
    if isinstance(code, int):
        return Ending("exited", code & 0xFF)
    return Ending("exited", 1, message=str(code))


def _show(error: BaseException) -> None:
    """Print the error without our own frames, through whatever hook the script installed."""
    ours = os.path.dirname(os.path.abspath(__file__)) + os.sep
    trace = error.__traceback__
    while trace is not None and _is_before_the_script(trace.tb_frame.f_code.co_filename, ours):
        trace = trace.tb_next
    sys.excepthook(type(error), error.with_traceback(trace), trace)


def _is_before_the_script(filename: str, ours: str) -> bool:
    return os.path.abspath(filename).startswith(ours) or "runpy" in os.path.basename(filename)
