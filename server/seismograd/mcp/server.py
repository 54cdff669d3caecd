"""A session on two streams."""

from __future__ import annotations

import threading
from typing import IO

from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.messages import encode, read_lines
from seismograd.mcp.session import Service, Session

LAST_WORDS = 2.0
"""Seconds for quick answers that are still owed when the client has closed its side."""


def serve(service: Service, source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer messages until the client closes its side or no longer reads."""
    lock = threading.Lock()

    def send(message: JsonObject) -> None:
        with lock:
            sink.write(encode(message))
            sink.flush()

    session = Session(service, send)
    patience = 0.0
    try:
        for line in read_lines(source):
            session.take(line)
        patience = LAST_WORDS
    except BrokenPipeError:
        return
    finally:
        session.finish(patience)
