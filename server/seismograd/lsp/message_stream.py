"""The client's bytes, cut into messages strictly.

A web page can make a browser send bytes to a local port, but never without an HTTP request line.
So whatever does not begin with the two headers of the protocol ends the connection.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from typing import BinaryIO

log = logging.getLogger(__name__)
LONGEST_MESSAGE = 64 * 1024 * 1024
"""Editors keep larger texts to themselves, and a file of a hundredth of it is not analysed."""
LONGEST_HEADER = 256
_MOST_HEADERS = 4
_LENGTH = re.compile(rb"content-length:[ \t]*([0-9]{1,10})[ \t]*\r\n", re.IGNORECASE)
_TYPE = re.compile(rb"content-type:[ -~\t]*\r\n", re.IGNORECASE)
_PIECE = 1024 * 1024


class MalformedHeader(Exception):
    """Bytes that are no header of a message: where the next one begins cannot be known."""


class MessageStream:
    """What the protocol library reads from; it ends at the first thing that is no message."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._headers: deque[bytes] = deque()

    def readline(self) -> bytes:
        """A line of a message's headers as the library expects them, or nothing at the end."""
        try:
            self.await_message()
        except MalformedHeader as error:
            log.error("the connection is closed: %s", error)
        except OSError as error:
            _note_end(error)
        return self._headers.popleft() if self._headers else b""

    def read(self, size: int) -> bytes:
        try:
            return self._source.read(size)
        except OSError as error:
            return _note_end(error)

    def await_message(self) -> bool:
        """Read up to the body of the next message; False where the stream has ended."""
        while not self._headers:
            length = self._next_length()
            if length is None:
                return False
            if length > LONGEST_MESSAGE:
                log.error("a message of %d bytes was skipped: it is too large", length)
                self._skip(length)
            elif length:
                self._headers += (b"Content-Length: %d\r\n" % length, b"\r\n")
        return True

    def _next_length(self) -> int | None:
        length = None
        for number in range(_MOST_HEADERS + 1):
            line = self._source.readline(LONGEST_HEADER + 1)
            if not line and number == 0:
                return None
            if line == b"\r\n" and length is not None:
                return length
            found = _LENGTH.fullmatch(line)
            if found and length is None:
                length = int(found[1])
            elif not _TYPE.fullmatch(line) or len(line) > LONGEST_HEADER:
                break
        raise MalformedHeader(f"{line[:40]!r} is no header of a message")

    def _skip(self, length: int) -> None:
        while length > 0 and (piece := self._source.read(min(length, _PIECE))):
            length -= len(piece)


def _note_end(error: OSError) -> bytes:
    log.warning("the client is gone: %s", error.strerror)
    return b""
