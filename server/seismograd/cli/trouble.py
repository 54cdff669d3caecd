"""Trouble told in one line on standard error."""

from __future__ import annotations

import errno
import logging
import os
import sys
from typing import TextIO

from seismograd.reports.style import printable, terminal_text

SUCCESS, FOUND, FAILURE = 0, 1, 2
INTERRUPTED = 130
"""What shells give a command that an interrupt ended."""

_NO_SPACE = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
ANOTHER_FOLDER = "name another folder with --out"


class UsageError(Exception):
    """The command cannot be carried out as it was given."""


def open_closed_streams() -> None:
    """Let what is written to a stream that the caller closed go nowhere."""
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w")


def say(message: str) -> None:
    """Write a line to standard error, whatever characters it has."""
    line = f"seismograd: {printable(message)}\n"
    encoding = sys.stderr.encoding or "utf-8"
    try:
        sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    except OSError:
        # Nobody can be told; the work goes on, and Python must not try to flush the line later.
        sys.stderr = _nowhere()


def trouble_line(error: Exception) -> str:
    """A full disk is nobody's mistake but the disk's; all that is not foreseen is one of ours."""
    if isinstance(error, OSError) and error.errno in _NO_SPACE:
        file = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        return f"{file}{error.strerror}; free some space and run it again"
    return f"internal error: {type(error).__name__}: {error}".splitlines()[0]


def log_to_stderr(*, with_traceback: bool) -> None:
    """Let log records of warning and above appear as lines."""
    handler = _OneLineHandler(logging.WARNING)
    handler.with_traceback = with_traceback
    logging.getLogger().handlers = [handler]


class _OneLineHandler(logging.Handler):
    with_traceback = False

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage() + self._cause(record))
        if self.with_traceback and record.exc_info:
            trace = logging.Formatter().formatException(record.exc_info)
            sys.stderr.write(terminal_text(trace) + "\n")

    @staticmethod
    def _cause(record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        return "" if error is None else f": {type(error).__name__}: {error}"
