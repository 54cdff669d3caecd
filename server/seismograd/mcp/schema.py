"""Arguments held against the part of JSON Schema that our tools use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from seismograd.mcp.tool import JsonObject, ToolError

_WORDS = {"array": "a list of strings", "number": "a number from 0", "string": "a string"}


def string(description: str) -> JsonObject:
    return {"type": "string", "description": description}


def strings(description: str) -> JsonObject:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def number(description: str) -> JsonObject:
    return {"type": "number", "minimum": 0, "description": description}


def arguments_schema(properties: JsonObject, required: tuple[str, ...] = ()) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def check_arguments(arguments: object, schema: JsonObject) -> Mapping[str, Any]:
    """The arguments without those that are null; raises `ToolError` where they do not fit."""
    if not isinstance(arguments, Mapping):
        raise ToolError("the arguments must be an object")
    given = {name: value for name, value in arguments.items() if value is not None}
    for name in schema["required"]:
        if name not in given:
            raise ToolError(f"the argument '{name}' is missing")
    for name, value in given.items():
        expected = schema["properties"].get(name)
        if expected is None:
            raise ToolError(f"there is no argument '{name}'; {_known(schema)}")
        if not _fits(value, expected):
            raise ToolError(f"the argument '{name}' must be {_words(expected)}")
    return given


def _fits(value: object, expected: JsonObject) -> bool:
    if expected["type"] == "array":
        return isinstance(value, list) and all(_fits(item, expected["items"]) for item in value)
    if expected["type"] == "number":
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and 0 <= value < math.inf  # type: ignore[operator]
    return isinstance(value, str)


def _words(expected: JsonObject) -> str:
    return _WORDS[expected["type"]]


def _known(schema: JsonObject) -> str:
    return f"there are {', '.join(schema['properties'])}"
