"""Lines of text as JSON-RPC messages, and the other way round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any

from seismograd.mcp.json_object import JsonObject

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = (
    -32700, -32600, -32601, -32602, -32603,
)  # fmt: skip
MAX_LINE = 32 * 1024 * 1024
"""No message for us is anywhere near so long; a longer line is not kept in memory."""


class BadMessage(Exception):
    """A message that cannot be dealt with; whoever sent it is told."""

    def __init__(self, code: int, message: str, request_id: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id


def read_lines(stream: IO[bytes]) -> Iterator[bytes | BadMessage]:
    """The lines of a stream until its end; too long ones are told and skipped."""
    while line := stream.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE:
            yield line
            continue
        while not line.endswith(b"\n") and (line := stream.readline(MAX_LINE)):
            pass
        yield BadMessage(INVALID_REQUEST, "the message is too long")


def parse(line: bytes) -> list[Any]:
    """The messages of a line; old clients may send several in a list."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadMessage(PARSE_ERROR, f"not JSON: {error}") from error
    return content if isinstance(content, list) and content else [content]


def result(request_id: object, content: JsonObject) -> JsonObject:
    return {"jsonrpc": "2.0", "id": request_id, "result": content}


def failure(error: BadMessage) -> JsonObject:
    told = {"code": error.code, "message": str(error)}
    return {"jsonrpc": "2.0", "id": error.request_id, "error": told}


def request(request_id: str, method: str, params: JsonObject) -> JsonObject:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


def notification(method: str, params: JsonObject) -> JsonObject:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def encode(message: JsonObject) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
