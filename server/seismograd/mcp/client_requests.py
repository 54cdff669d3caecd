"""Requests to the client, which may answer them, refuse them, or never say anything."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

from seismograd.mcp import messages
from seismograd.mcp.json_object import JsonObject
from seismograd.redaction import redact

LONGEST_REASON = 300
LEFT = "the client has left"


class ClientError(Exception):
    """The client did not do what it was asked; the message is a sentence of its own or ours."""


class ClientRequests:
    """Asks from any thread; the answers come with what the session reads."""

    def __init__(self, send: Callable[[JsonObject], None]) -> None:
        self._send = send
        self._numbers = count(1)
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[Any]] = {}
        self._is_closed = False

    def ask(self, method: str, params: JsonObject) -> Future[Any]:
        """Fails with `ClientError`. Cancelling it tells the client that nobody waits any more."""
        answer: Future[Any] = Future()
        request_id = f"seismograd-{next(self._numbers)}"
        with self._lock:
            if self._is_closed:
                answer.set_exception(ClientError(LEFT))
                return answer
            self._waiting[request_id] = answer
        answer.add_done_callback(partial(self._forget, request_id))
        try:
            self._send(messages.request(request_id, method, params))
        except OSError:
            _fail(answer, LEFT)
        return answer

    def take_answer(self, message: JsonObject) -> None:
        """Answers to what nobody asked, or asks no more, are dropped."""
        request_id = message.get("id")
        answer = self._waiting.get(request_id) if isinstance(request_id, str) else None
        if answer is None:
            return
        if "error" in message:
            _fail(answer, _reason(message["error"]))
            return
        with suppress(InvalidStateError):
            answer.set_result(message["result"])

    def close(self) -> None:
        """The client has left: whoever waits is told at once."""
        with self._lock:
            self._is_closed = True
            waiting = list(self._waiting.values())
        for answer in waiting:
            _fail(answer, LEFT)

    def _forget(self, request_id: str, answer: Future[Any]) -> None:
        with self._lock:
            self._waiting.pop(request_id, None)
        if answer.cancelled():
            # Whoever reads nothing any more needs no word of it.
            with suppress(OSError):
                withdrawn = {"requestId": request_id, "reason": "the answer is not needed any more"}
                self._send(messages.notification("notifications/cancelled", withdrawn))


def _fail(answer: Future[Any], sentence: str) -> None:
    # Whoever asked may have given up in this very moment.
    with suppress(InvalidStateError):
        answer.set_exception(ClientError(sentence))


def _reason(error: object) -> str:
    said = error.get("message") if isinstance(error, dict) else None
    words = said if isinstance(said, str) else ""
    return redact(" ".join(words[: 4 * LONGEST_REASON].split()))[:LONGEST_REASON] or "no reason"
