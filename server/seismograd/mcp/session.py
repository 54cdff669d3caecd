"""One client's session: what it asks, and what it is answered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from seismograd import __version__
from seismograd.mcp import messages
from seismograd.mcp.calls import Calls
from seismograd.mcp.client_requests import ClientRequests
from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.messages import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    BadMessage,
)
from seismograd.mcp.sampling import Sampling, is_offered
from seismograd.mcp.tool import Tool

log = logging.getLogger(__name__)
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Versions of the protocol, the newest first; for what is served here they do not differ."""


@dataclass(frozen=True, slots=True)
class Service:
    """What there is to serve."""

    tools: Sequence[Tool]
    instructions: str
    close: Callable[[], object] = lambda: None
    """Gives up what tools have kept from one call to the next."""


class Session:
    """Answers messages through `send`; calls of tools run elsewhere, so that it always listens."""

    def __init__(self, service: Service, send: Callable[[JsonObject], None]) -> None:
        self._service = service
        self._send = send
        self._tools = {tool.name: tool for tool in service.tools}
        self.calls = Calls(send)
        self._client_requests = ClientRequests(send)
        self._requests: dict[str, Callable[[object, JsonObject], None]] = {
            "initialize": self._initialize,
            "ping": partial(self._answer, content={}),
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
        }

    def take(self, line: bytes | BadMessage) -> None:
        """Deal with a line; whatever it is, the session goes on."""
        try:
            if isinstance(line, BadMessage):
                raise line
            if line.strip():
                for message in messages.parse(line):
                    self._take_message(message)
        except BadMessage as error:
            self._send(messages.failure(error))

    def finish(self, patience: float) -> None:
        """The client has left, or reads no more."""
        self._client_requests.close()
        self.calls.finish(patience)

    def _take_message(self, message: Any) -> None:
        request_id = message.get("id") if isinstance(message, dict) else None
        try:
            self._dispatch(message, request_id)
        except BadMessage as error:
            self._send(messages.failure(error))
        except Exception as error:
            log.warning("a message could not be dealt with", exc_info=True)
            sentence = f"internal error: {type(error).__name__}"
            self._send(messages.failure(BadMessage(INTERNAL_ERROR, sentence, request_id)))

    def _dispatch(self, message: Any, request_id: object) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise BadMessage(INVALID_REQUEST, "not a JSON-RPC 2.0 message", _sound(request_id))
        if "method" not in message and ("result" in message or "error" in message):
            self._client_requests.take_answer(message)
            return
        method, params = message.get("method"), message.get("params", {})
        if not isinstance(method, str) or (request_id is not None and _sound(request_id) is None):
            raise BadMessage(INVALID_REQUEST, "not a request", _sound(request_id))
        if "id" not in message:
            self._take_notification(method, params)
            return
        handler = self._requests.get(method)
        if handler is None:
            raise BadMessage(METHOD_NOT_FOUND, f"there is no method '{method}'", request_id)
        if not isinstance(params, dict):
            raise BadMessage(INVALID_PARAMS, "the parameters must be an object", request_id)
        handler(request_id, params)

    def _take_notification(self, method: str, params: object) -> None:
        if method == "notifications/cancelled" and isinstance(params, dict):
            self.calls.cancel(params.get("requestId"))

    def _initialize(self, request_id: object, params: JsonObject) -> None:
        offered = is_offered(params)
        self.calls.sampling = Sampling(self._client_requests) if offered else None
        wanted = params.get("protocolVersion")
        content = {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": "seismograd", "title": "Seismograd", "version": __version__},
            "instructions": self._service.instructions,
        }
        self._answer(request_id, params, content)

    def _list_tools(self, request_id: object, params: JsonObject) -> None:
        content = {"tools": [tool.as_json() for tool in self._service.tools]}
        self._answer(request_id, params, content)

    def _call_tool(self, request_id: object, params: JsonObject) -> None:
        tool = self._tools.get(str(params.get("name")))
        if tool is None:
            names = ", ".join(self._tools)
            sentence = f"there is no tool '{params.get('name')}'; there are {names}"
            raise BadMessage(INVALID_PARAMS, sentence, request_id)
        self.calls.start(tool, request_id, params)

    def _answer(self, request_id: object, _params: JsonObject, content: JsonObject) -> None:
        self._send(messages.result(request_id, content))


def _sound(request_id: object) -> object:
    is_plain = isinstance(request_id, str | int) and not isinstance(request_id, bool)
    return request_id if is_plain else None
