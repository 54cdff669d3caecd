"""A trace that goes to another process, each line with a word that only that process knows.

The script can write to the same pipe, but what it writes there lacks the word.
"""

from __future__ import annotations

import errno
import os
import sys

TOKEN_BYTES = 32


class TraceChannel:
    """Whole lines, as `TraceFile` takes them."""

    def __init__(self, channel: int, token: bytes) -> None:
        self._channel = channel
        self._token = token

    def append(self, line: bytes) -> None:
        """Raises `OSError` where nobody reads any more."""
        rest = memoryview(self._token + b" " + line)
        while rest:
            written = os.write(self._channel, rest)
            if not written:
                raise OSError(errno.EPIPE, os.strerror(errno.EPIPE))
            rest = rest[written:]

    def close(self) -> None:
        """The other end sees the end of the process itself."""


def open_channel(handle: int) -> TraceChannel:
    """The word comes over standard input, which is empty from then on."""
    token = b""
    while len(token) < 2 * TOKEN_BYTES and (piece := os.read(0, 2 * TOKEN_BYTES - len(token))):
        token += piece
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return TraceChannel(_descriptor(handle), token)


def _descriptor(handle: int) -> int:
    if sys.platform != "win32":
        os.set_inheritable(handle, False)
        return handle
    import msvcrt

    return msvcrt.open_osfhandle(handle, os.O_WRONLY)
