"""A server process spoken to byte by byte, for what a client library would hide."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from collections.abc import Sequence
from typing import Any


class RawServer:
    """Frames messages by hand; every byte of the standard output must be part of one."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.notifications: list[dict[str, Any]] = []
        self._buffer = b""
        self._next_id = 0

    def notify(self, method: str, params: Any = None) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def send_request(self, method: str, params: Any = None) -> int:
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        self._send(message)
        return self._next_id

    def request(self, method: str, params: Any = None) -> Any:
        return self.answer(self.send_request(method, params))

    def answer(self, number: int) -> Any:
        while (message := self.read()).get("id") != number:
            self.notifications.append(message)
        return message.get("result")

    def wait_for(self, method: str) -> dict[str, Any]:
        while (message := self.read()).get("method") != method:
            self.notifications.append(message)
        return message

    def initialize(self, **capabilities: Any) -> Any:
        result = self.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities}
        )
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str) -> None:
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def read(self, patience: float = 60.0) -> dict[str, Any]:
        """The next message."""
        end = time.monotonic() + patience
        while b"\r\n\r\n" not in self._buffer:
            self._fill(end)
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n"))
        length = int(fields[b"Content-Length"])
        while len(self._buffer) < length:
            self._fill(end)
        body, self._buffer = self._buffer[:length], self._buffer[length:]
        message: dict[str, Any] = json.loads(body)
        return message

    def _fill(self, end: float) -> None:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            assert selector.select(max(0.0, end - time.monotonic())), "the server said nothing"
        data = os.read(self.process.stdout.fileno(), 65536)
        assert data, "the server is gone"
        self._buffer += data

    def read_to_end(self) -> None:
        """Everything that still comes must be whole messages."""
        assert self.process.stdout is not None
        self._buffer += self.process.stdout.read()
        while self._buffer:
            self.notifications.append(self.read())

    def leave(self) -> float:
        """Shut down in order; seconds until the process was gone."""
        self.request("shutdown")
        start = time.monotonic()
        self.notify("exit")
        self.process.wait(10)
        return time.monotonic() - start

    def __enter__(self) -> RawServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
