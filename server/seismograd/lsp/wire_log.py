"""Messages of a client that make no sense, told in a line each."""

from __future__ import annotations

import logging

WIRE = "pygls."
NOT_UNDERSTOOD = ("Unable to deserialize message", "Unable to handle message")


class BriefAboutTheWire(logging.Filter):
    """Takes away the pages of traceback that the protocol library logs for each such message.

    They are the client's mistakes, and a client that does not read our standard error would block
    us as soon as its pipe is full.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(WIRE) and str(record.msg).startswith(NOT_UNDERSTOOD):
            error = record.exc_info[1] if record.exc_info else None
            cause = f": {type(error).__name__}: {error}" if error else ""
            record.msg = record.getMessage().partition("\n")[0] + cause.partition("\n")[0]
            record.args = record.exc_info = record.exc_text = None
        return True
