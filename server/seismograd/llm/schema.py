"""Whether a value fits a JSON schema, for the few words of that language that we use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seismograd.llm.conversation import Schema

_TYPES: Mapping[str, type] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
}  # fmt: skip


def text(description: str) -> Schema:
    return {"type": "string", "description": description}


CODE = "contentMediaType"
"""The word that tells texts which are code from others; not all providers take it."""


def code(description: str) -> Schema:
    """Python, which models without forms write beside the JSON rather than in it."""
    return {**text(description), CODE: "text/x-python"}


def code_members(schema: Schema) -> list[str]:
    parts = _part(schema, "properties")
    return [name for name in parts if CODE in _part(parts, name)]


def integer(description: str) -> Schema:
    return {"type": "integer", "description": description}


def array(items: Schema, description: str = "") -> Schema:
    words = {"description": description} if description else {}
    return {"type": "array", "items": items, **words}


def record(**properties: Schema) -> Schema:
    """An object that has all of these and nothing else, as providers demand it."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def forgiven(value: object, schema: Schema) -> object:
    """What models get wrong in a form though it is plain what they mean, put right."""
    wanted = schema.get("type")
    if wanted == "array":
        items = [] if value is None else value if isinstance(value, list) else [value]
        return [forgiven(item, _part(schema, "items")) for item in items]
    if wanted == "object" and isinstance(value, dict):
        parts = _part(schema, "properties")
        found = {name: forgiven(value.get(name), _part(parts, name)) for name in parts}
        return {**value, **{name: part for name, part in found.items() if part is not None}}
    if wanted == "string":
        return "" if value is None else value
    if wanted == "integer" and isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def plain_schema(schema: Schema) -> dict[str, object]:
    """Without what only we understand."""
    return {
        name: plain_schema(part) if isinstance(part, Mapping) else part
        for name, part in schema.items()
        if name != CODE
    }


def misfit(value: object, schema: Schema, place: str = "") -> str | None:
    """A sentence on the first thing that does not fit; foreign members of objects do no harm."""
    wanted = schema.get("type")
    if isinstance(wanted, str) and not _is_of(value, wanted):
        return f"{place or 'The answer'} should be of type {wanted}."
    if isinstance(value, dict):
        return _misfit_of_members(value, schema, place)
    if isinstance(value, list):
        found = (
            misfit(item, _part(schema, "items"), f"{place}[{index}]")
            for index, item in enumerate(value)
        )
        return next((sentence for sentence in found if sentence), None)
    return None


def _misfit_of_members(value: dict[str, Any], schema: Schema, place: str) -> str | None:
    required = schema.get("required", ())
    for name in required if isinstance(required, list) else ():
        if name not in value:
            return f"{place or 'The answer'} lacks the member '{name}'."
    found = (
        misfit(value[name], part, f"{place}.{name}" if place else name)
        for name, part in _part(schema, "properties").items()
        if name in value and isinstance(part, Mapping)
    )
    return next((sentence for sentence in found if sentence), None)


def _part(schema: Schema, name: str) -> Schema:
    part = schema.get(name)
    return part if isinstance(part, Mapping) else {}


def _is_of(value: object, wanted: str) -> bool:
    if isinstance(value, bool):
        return wanted == "boolean"
    return isinstance(value, _TYPES.get(wanted, object))
