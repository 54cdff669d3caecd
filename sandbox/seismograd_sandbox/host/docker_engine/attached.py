"""The connection to a container: its output comes out of it, and its life hangs on it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.capture import Capture
from seismograd_sandbox.host.outcome import Captured
from seismograd_sandbox.host.sandbox import Listener, Stream

if TYPE_CHECKING:
    from docker import APIClient

_NUMBERS = {1: Stream.STDOUT, 2: Stream.STDERR}
_PATIENCE_S = 10.0


class Attached:
    """Attach before the container starts, so that not one byte is missed."""

    def __init__(self, client: APIClient, container: str) -> None:
        parameters = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
        self._socket: Any = client.attach_socket(container, params=parameters)

    def frames(self) -> Iterator[tuple[Stream, bytes]]:
        """Output in the order in which the engine got it, until the container ends."""
        from docker.utils.socket import frames_iter

        with suppress(OSError, ValueError):
            for number, content in frames_iter(  # type: ignore[no-untyped-call]
                self._socket, tty=False
            ):
                if content and number in _NUMBERS:
                    yield _NUMBERS[number], content

    def shut(self) -> None:
        """End the connection from whatever thread; whoever reads frames comes to the end."""
        inner = getattr(self._socket, "_sock", self._socket)
        with suppress(OSError, AttributeError):
            inner.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.shut()
        close_all(self._socket, getattr(self._socket, "_response", None))


def close_all(*connections: Any) -> None:
    """Neither a socket nor the answer that it came with closes the other one."""
    for connection in connections:
        with suppress(OSError, AttributeError, ValueError):  # closed by the other one after all
            connection.close()


class Output:
    """Both streams of a run, each through a pipe into a capture of its own."""

    def __init__(self, most: int, listen: Listener | None) -> None:
        self._pipes = {}
        self._captures = {}
        for stream in Stream:
            reading, writing = os.pipe()
            self._pipes[stream] = open(writing, "wb", buffering=0)  # noqa: SIM115
            source = open(reading, "rb")  # noqa: SIM115
            self._captures[stream] = Capture(stream, source, most, listen)

    def take(self, stream: Stream, content: bytes) -> None:
        rest = memoryview(content)
        while rest:
            rest = rest[self._pipes[stream].write(rest) :]

    def close(self) -> None:
        for pipe in self._pipes.values():
            pipe.close()

    def captured(self, stream: Stream) -> Captured:
        return self._captures[stream].result(_PATIENCE_S)
