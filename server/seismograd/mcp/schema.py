"""Arguments held against the part of JSON Schema that our tools use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.tool import ToolError

_WORDS = {"array": "a list of strings", "number": "a number from 0", "string": "a string"}


def string(description: str) -> JsonObject:
    return {"type": "string", "description": description}


def strings(description: str) -> JsonObject:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def objects(description: str, properties: JsonObject, required: tuple[str, ...]) -> JsonObject:
    items = arguments_schema(properties, required)
    return {"type": "array", "items": items, "description": description}


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
    return _checked(arguments, schema, "")


def _checked(arguments: object, schema: JsonObject, within: str) -> Mapping[str, Any]:
    if not isinstance(arguments, Mapping):
        raise ToolError(f"{within or 'the arguments'} must be an object")
    given = {name: value for name, value in arguments.items() if value is not None}
    for name in schema["required"]:
        if name not in given:
            raise ToolError(f"the argument '{name}' is missing{_in(within)}")
    for name, value in given.items():
        expected = schema["properties"].get(name)
        if expected is None:
            raise ToolError(f"there is no argument '{name}'{_in(within)}; {_known(schema)}")
        if _is_of_objects(expected):
            _check_each(value, expected, name)
        elif not _fits(value, expected):
            raise ToolError(f"the argument '{name}' must be {_words(expected)}{_in(within)}")
    return given


def _check_each(value: object, expected: JsonObject, name: str) -> None:
    if not isinstance(value, list):
        raise ToolError(f"the argument '{name}' must be a list of objects")
    for item in value:
        _checked(item, expected["items"], f"each of '{name}'")


def _is_of_objects(expected: JsonObject) -> bool:
    return bool(expected["type"] == "array" and expected["items"]["type"] == "object")


def _in(within: str) -> str:
    return f" in {within}" if within else ""


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
