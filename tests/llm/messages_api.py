"""A loopback server that speaks as much of the Messages API as a client needs."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class MessagesApi:
    """What it answers with, and what it was asked."""

    pieces: list[str] = field(default_factory=lambda: ["Cross", " entropy."])
    stop_reason: str = "end_turn"
    status: int = 200
    error: dict[str, str] = field(default_factory=dict)
    breaks_off: bool = False
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    address: str = ""

    def events(self, model: str) -> Iterator[tuple[str, dict[str, Any]]]:
        start = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [],
            "stop_reason": None, "stop_sequence": None,
            "usage": {"input_tokens": 11, "output_tokens": 1},
        }  # fmt: skip
        yield "message_start", {"message": start}
        block = {"type": "text", "text": ""}
        yield "content_block_start", {"index": 0, "content_block": block}
        for piece in self.pieces:
            delta = {"type": "text_delta", "text": piece}
            yield "content_block_delta", {"index": 0, "delta": delta}
        if self.breaks_off:
            yield "error", {"error": {"type": "overloaded_error", "message": "Overloaded"}}
            return
        yield "content_block_stop", {"index": 0}
        end = {"stop_reason": self.stop_reason, "stop_sequence": None}
        yield "message_delta", {"delta": end, "usage": {"output_tokens": 7}}
        yield "message_stop", {}


@contextmanager
def messages_api(**settings: Any) -> Iterator[MessagesApi]:
    api = MessagesApi(**settings)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            api.requests.append({"path": self.path, **body})
            api.headers.append({key.lower(): value for key, value in self.headers.items()})
            if api.status != 200:
                self._refuse()
                return
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for name, data in api.events(body["model"]):
                text = f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n"
                self.wfile.write(text.encode())
                self.wfile.flush()

        def _refuse(self) -> None:
            content = json.dumps({"type": "error", "error": api.error}).encode()
            self.send_response(api.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.send_header("x-should-retry", "false")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        api.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield api
        server.shutdown()
