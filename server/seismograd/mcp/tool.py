"""What a tool is: a description for a model, and something to call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.sampling import Sampling


class ToolError(Exception):
    """The tool cannot do what was asked; the message tells the model what to do instead."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call, with arguments that fit the tool's schema."""

    arguments: Mapping[str, Any]
    cancel: Cancellation
    report: Callable[[int, int], None]
    """Say how much is done of how much."""
    tell: Callable[[str], None] = lambda message: None
    """Say what is going on, where nobody knows how much there is to do."""
    sampling: Sampling | None = None
    """Asks the client's language model, where the client offers it."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """An answer for programs and the texts of it for models."""

    structured: JsonObject
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """Most only read and always answer the same to the same; the others run code for minutes."""

    name: str
    title: str
    description: str
    input_schema: JsonObject
    call: Callable[[ToolCall], ToolResult]
    output_schema: JsonObject | None = None
    runs_code: bool = False

    def as_json(self) -> JsonObject:
        told = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "annotations": {
                "title": self.title,
                "readOnlyHint": not self.runs_code,
                "destructiveHint": False,
                "idempotentHint": not self.runs_code,
                "openWorldHint": False,
            },
        }
        return told if self.output_schema is None else {**told, "outputSchema": self.output_schema}
