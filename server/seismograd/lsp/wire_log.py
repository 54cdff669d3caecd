"""Messages of a client that make no sense, told in a line each."""

from __future__ import annotations

import logging

WIRE = "pygls."
NOT_UNDERSTOOD = ("Unable to deserialize message", "Unable to handle message")
REFUSED = ("Exception occurred for message", "Failed to handle request")


class BriefAboutTheWire(logging.Filter):
    """Takes away the pages of traceback that the protocol library logs for each such message,
    and for each request that was refused on purpose.

    They are the client's mistakes, and a client that does not read our standard error would block
    us as soon as its pipe is full.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if record.name.startswith(WIRE) and _is_the_clients(str(record.msg), error):
            cause = f": {type(error).__name__}: {error}" if error else ""
            record.msg = record.getMessage().partition("\n")[0] + cause.partition("\n")[0]
            record.args = record.exc_info = record.exc_text = None
        return True


def _is_the_clients(message: str, error: BaseException | None) -> bool:
    if message.startswith(NOT_UNDERSTOOD):
        return True
    # Loaded when a record comes: by then the library is there, and starting stays fast.
    from pygls.exceptions import JsonRpcException, JsonRpcInternalError

    refused = isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError)
    return refused and message.startswith(REFUSED)
