"""Log records without secrets: they are pasted into bug reports."""

from __future__ import annotations

import logging

from seismograd.redaction import redact


class RedactingFormatter(logging.Formatter):
    """The usual format; tracebacks quote lines and values of whatever was read."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
