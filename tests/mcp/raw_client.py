"""A process of `seismograd mcp` spoken to line by line, for what a client library would hide."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "seismograd.cli.main", "mcp")


class RawClient:
    """Every line of the standard output must be a message."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._buffer = b""

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def send(self, message: Any) -> None:
        self.write(json.dumps(message).encode() + b"\n")

    def request(self, request_id: Any, method: str, **params: Any) -> None:
        self.send({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})

    def call(self, request_id: Any, tool: str, **arguments: Any) -> None:
        self.request(request_id, "tools/call", name=tool, arguments=arguments)

    def notify(self, method: str, **params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def read(self, patience: float = 20.0) -> dict[str, Any]:
        end = time.monotonic() + patience
        while b"\n" not in self._buffer:
            self._fill(end)
        line, self._buffer = self._buffer.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def _fill(self, end: float) -> None:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            assert selector.select(max(0.0, end - time.monotonic())), "nothing was said"
        data = os.read(self.process.stdout.fileno(), 65536)
        assert data, "the server is gone"
        self._buffer += data

    def leave(self) -> tuple[int, str]:
        """Close our side; the exit status, and what was written to standard error."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        status = self.process.wait(10)
        return status, self.process.stderr.read().decode()

    def rest(self) -> list[dict[str, Any]]:
        """All that was said and not read, of a server that has ended."""
        assert self.process.stdout is not None
        lines = (self._buffer + self.process.stdout.read()).splitlines()
        self._buffer = b""
        return [json.loads(line) for line in lines]

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
