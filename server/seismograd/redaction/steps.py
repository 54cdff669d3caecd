"""All that is done to a text, in order."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any

from seismograd.redaction.addresses import redact_addresses
from seismograd.redaction.assignments import redact_assignments
from seismograd.redaction.credential_files import redact_credential_files
from seismograd.redaction.data_lines import redact_data_lines
from seismograd.redaction.environment import secret_values
from seismograd.redaction.headers import redact_headers
from seismograd.redaction.key_blocks import redact_key_blocks
from seismograd.redaction.prose import redact_prose
from seismograd.redaction.token_shapes import redact_shapes
from seismograd.redaction.values import REDACTED

_STEPS = (
    # Known shapes first: what is left of them would confuse the others.
    redact_shapes,
    redact_addresses,
    redact_headers,
    redact_credential_files,
    redact_assignments,
    redact_data_lines,
    redact_prose,
)


def redact(
    text: str, environment: Mapping[str, str] | None = None, *, keep_lines: bool = False
) -> str:
    """The text without secrets, nor those that the environment holds.

    With `keep_lines` every line keeps its number, also behind a key of many lines.
    """
    for value in secret_values(os.environ if environment is None else environment):
        text = text.replace(value, REDACTED)
    text = redact_key_blocks(text, keep_lines=keep_lines)
    for step in _STEPS:
        text = step(text)
    return text


def redact_strings(value: Any, unchanged: Collection[str] = ()) -> Any:
    """Plain data with every string redacted, except below the keys that are to stay."""
    match value:
        case str():
            return redact(value)
        case dict():
            return {
                key: item if key in unchanged else _redact_member(key, item, unchanged)
                for key, item in value.items()
            }
        case list() | tuple():
            return [redact_strings(item, unchanged) for item in value]
    return value


def _redact_member(key: object, item: Any, unchanged: Collection[str]) -> Any:
    """A string is judged together with its name, as it would be in a text."""
    if not isinstance(item, str) or not isinstance(key, str):
        return redact_strings(item, unchanged)
    clean = redact(item)
    named = f'{key}: "{clean}"'
    return REDACTED if clean and redact_assignments(named) != named else clean
