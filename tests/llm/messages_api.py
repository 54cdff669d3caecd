"""A loopback server that speaks as much of the Messages API as a client needs, faults included."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One answer, or one way not to give it."""

    pieces: list[str] = field(default_factory=lambda: ["Cross", " entropy."])
    stop_reason: str = "end_turn"
    stop_details: dict[str, str] | None = None
    usage: dict[str, int] = field(default_factory=lambda: {"input_tokens": 11})
    output_tokens: int = 7
    status: int = 200
    error: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=lambda: {"x-should-retry": "false"})
    """Of an error."""
    breaks_off: bool = False
    """With an error within the stream."""
    error_type: str = "overloaded_error"
    hangs_up: bool = False
    """In the middle of an event."""
    ends_early: bool = False
    """In order, but without an end of the message."""
    waits_for: threading.Event | None = None
    """Before the first token."""
    waits_before_headers: bool = False

    def events(self, model: str) -> Iterator[tuple[str, dict[str, Any]]]:
        start = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [],
            "stop_reason": None, "stop_sequence": None,
            "usage": {"output_tokens": 1, **self.usage},
        }  # fmt: skip
        yield "message_start", {"message": start}
        block = {"type": "text", "text": ""}
        yield "content_block_start", {"index": 0, "content_block": block}
        for piece in self.pieces:
            delta = {"type": "text_delta", "text": piece}
            yield "content_block_delta", {"index": 0, "delta": delta}
        if self.breaks_off:
            yield "error", {"error": {"type": self.error_type, "message": "Overloaded"}}
        if self.breaks_off or self.ends_early or self.hangs_up:
            return
        yield "content_block_stop", {"index": 0}
        end = {
            "stop_reason": self.stop_reason, "stop_sequence": None,
            "stop_details": self.stop_details,
        }  # fmt: skip
        yield "message_delta", {"delta": end, "usage": {"output_tokens": self.output_tokens}}
        yield "message_stop", {}


def says(text: str, **more: Any) -> Reply:
    return Reply(pieces=[text[i : i + 200] for i in range(0, len(text), 200)], **more)


def says_json(value: Mapping[str, object], **more: Any) -> Reply:
    return says(json.dumps(value), **more)


def fails(status: int, message: str = "no", kind: str = "some_error", **headers: str) -> Reply:
    """An error that may be retried if `headers` do not say otherwise."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, error={"type": kind, "message": message}, headers=named)


@dataclass
class MessagesApi(Reply):
    """What it answers with, and what it was asked; `script` goes first, its last reply for ever."""

    script: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    sent_headers: list[dict[str, str]] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Set when a client goes before its answer is whole."""
    address: str = ""

    def next_reply(self) -> Reply:
        if not self.script:
            return self
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def asked(self, index: int = -1) -> str:
        """All the text of a request."""
        request = self.requests[index]
        return json.dumps([request.get("system"), request["messages"]], ensure_ascii=False)

    def said(self, index: int = -1) -> str:
        """What the user's turns of a request say, as text."""
        blocks = [
            block["text"]
            for turn in self.requests[index]["messages"]
            if turn["role"] == "user"
            for block in turn["content"]
        ]
        return "\n".join(blocks)


@contextmanager
def messages_api(**settings: Any) -> Iterator[MessagesApi]:
    api = MessagesApi(**settings)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            api.requests.append({"path": self.path, **body})
            api.sent_headers.append({key.lower(): value for key, value in self.headers.items()})
            reply = api.next_reply()
            try:
                self._answer(reply, body["model"])
            except OSError:
                api.hung_up.set()

        def _answer(self, reply: Reply, model: str) -> None:
            if reply.status != 200:
                self._refuse(reply)
                return
            if reply.waits_before_headers:
                self._wait(reply)
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            if reply.hangs_up:
                self.send_header("content-length", "100000")
            self.end_headers()
            if not reply.waits_before_headers:
                self._wait(reply)
            for name, data in reply.events(model):
                self._send(f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n")
            if reply.hangs_up:
                self._send('event: content_block_delta\ndata: {"type": "content_bl')

        def _wait(self, reply: Reply) -> None:
            """Until it may speak, or until the other side has gone."""
            self.connection.settimeout(0.02)
            while reply.waits_for is not None and not reply.waits_for.is_set():
                with suppress(TimeoutError):
                    if self.connection.recv(1) == b"":
                        raise ConnectionResetError
            self.connection.settimeout(None)

        def _send(self, text: str) -> None:
            self.wfile.write(text.encode())
            self.wfile.flush()

        def _refuse(self, reply: Reply) -> None:
            content = json.dumps({"type": "error", "error": reply.error}).encode()
            self.send_response(reply.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        api.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield api
        server.shutdown()
