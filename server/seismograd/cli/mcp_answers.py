"""What the tools for assistants have in common: how they answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from seismograd.cli.trouble import UsageError
from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.tool import ToolCall, ToolError, ToolResult
from seismograd.redaction import redact_strings

FINDINGS_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "version": {"type": "integer"},
        "findings": {"type": "array", "items": {"type": "object"}},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["version", "findings", "errors"],
}


def for_assistants(call: Callable[[ToolCall], ToolResult]) -> Callable[[ToolCall], ToolResult]:
    """The same, with what a person would be told as a usage error told to the assistant."""

    def told(arguments: ToolCall) -> ToolResult:
        try:
            return call(arguments)
        except UsageError as error:
            raise ToolError(str(error)) from error

    return told


def without_secrets(content: JsonObject) -> JsonObject:
    """What an assistant hears goes to its model; what is to be written to a file stays as it is."""
    return cast(JsonObject, redact_strings(content, unchanged=("fixes",)))


def answer(found: JsonObject) -> ToolResult:
    """For programs and for models alike."""
    told = without_secrets(found)
    return ToolResult(told, (as_text(told),))


def as_text(content: JsonObject) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)
