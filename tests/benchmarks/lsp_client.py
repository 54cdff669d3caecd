"""A tiny language client on the standard streams of a server process."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Message = dict[str, Any]
PATIENCE = 60.0
PUBLISH = "textDocument/publishDiagnostics"
SEISMOGRAD = (sys.executable, "-m", "seismograd.lsp")


class NoAnswerError(Exception):
    """The server did not say what was waited for."""


class LspClient:
    """Starts a server, speaks JSON-RPC with it, and ends it."""

    def __init__(self, command: Sequence[str], root: Path, *, pull: bool = False) -> None:
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._root = root
        self._pull = pull
        self._last_id = 0
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Self:
        self._initialise()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self._process.wait(timeout=5)
        except (NoAnswerError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def _initialise(self) -> None:
        document: Message = {"publishDiagnostics": {"versionSupport": True}}
        if self._pull:
            document["diagnostic"] = {"dynamicRegistration": False}
        uri = self._root.as_uri()
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": uri,
                "workspaceFolders": [{"uri": uri, "name": self._root.name}],
                "capabilities": {"textDocument": document},
            },
        )
        self.notify("initialized", {})

    def open(self, uri: str, text: str) -> None:
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, changes: Sequence[Message]) -> None:
        document = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)}
        )

    def pulled(self, uri: str) -> list[Message]:
        """Diagnostics on request."""
        report = self.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        items: list[Message] = (report or {}).get("items", [])
        return items

    def published(self, uri: str, version: int | None = None) -> list[Message]:
        """The next diagnostics that are pushed for a document (of this version)."""

        def wanted(message: Message) -> bool:
            said = message.get("params") or {}
            return (
                message.get("method") == PUBLISH
                and said["uri"] == uri
                and version in (None, said.get("version"))
            )

        found: list[Message] = self._wait(wanted)["params"]["diagnostics"]
        return found

    def published_for_all(self, uris: Iterable[str]) -> None:
        """Wait until diagnostics were pushed for each of these documents, in any order."""
        missing = set(uris)
        while missing:
            said = self._wait(lambda one: one.get("method") == PUBLISH)
            missing.discard(said["params"]["uri"])

    def request(self, method: str, params: object) -> Any:
        self._last_id += 1
        number = self._last_id
        self._send({"id": number, "method": method, "params": params})
        answer = self._wait(lambda said: said.get("id") == number and "method" not in said)
        if "error" in answer:
            raise NoAnswerError(f"{method}: {answer['error'].get('message')}")
        return answer.get("result")

    def notify(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def _wait(self, wanted: Callable[[Message], bool]) -> Message:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                message = self._inbox.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise NoAnswerError("no answer in time") from None
            if message is None:
                raise NoAnswerError("the server has ended")
            if wanted(message):
                return message

    def _send(self, message: Message) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(content), content))
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        stream = self._process.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self._inbox.put(None)
                return
            message = json.loads(stream.read(length))
            if "id" in message and "method" in message:
                self._answer(message)
            self._inbox.put(message)

    def _answer(self, message: Message) -> None:
        """Servers may ask; this client has no settings and agrees with everything."""
        items = (message.get("params") or {}).get("items", ())
        asked = message["method"] == "workspace/configuration"
        result = [None for _ in items] if asked else None
        self._send({"id": message["id"], "result": result})
