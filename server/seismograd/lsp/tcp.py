"""A socket for debugging: on this machine only, for one client, and for no browser."""

from __future__ import annotations

import errno
import logging
import socket
from ipaddress import ip_address
from typing import BinaryIO

from seismograd.lsp.message_stream import MalformedHeader, MessageStream

log = logging.getLogger(__name__)
PATIENCE = 10.0
"""Seconds for a client's first headers: whoever only knocks must not keep others out for ever."""


def accept_one(host: str, port: int) -> tuple[MessageStream, BinaryIO]:
    """The streams of the first client that speaks the protocol; nobody else gets in after it."""
    with _listen(host, port) as listener:
        while True:
            connection, _ = listener.accept()
            stream = _greeted(connection)
            if stream is not None:
                return stream, connection.makefile("wb")
            connection.close()


def _listen(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    if not ip_address(address[0]).is_loopback:
        where = "127.0.0.1, [::1] or localhost"
        raise OSError(errno.EPERM, f"other machines could reach it; use {where}")
    return socket.create_server((host, port), family=family)


def _greeted(connection: socket.socket) -> MessageStream | None:
    """The stream of a client whose first headers are those of a message."""
    connection.settimeout(PATIENCE)
    stream = MessageStream(connection.makefile("rb"))
    try:
        if not stream.await_message():
            return None
    except (OSError, MalformedHeader) as error:
        log.warning("a connection was refused: %s", error)
        return None
    connection.settimeout(None)
    return stream
