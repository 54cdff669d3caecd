"""Secrets in data instead of text: lists of words, and what becomes JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from seismograd.redaction import REDACTED
from seismograd.redaction.assignments import redact_assignments
from seismograd.redaction.steps import redact_text


def redact_arguments(words: Sequence[str]) -> tuple[str, ...]:
    previous = ("", *words)
    return tuple(_word(name, word) for name, word in zip(previous, words, strict=False))


def _word(name: str, word: str) -> str:
    is_option = name.startswith("-") and not word.startswith("-")
    return _member(name, word) if is_option else redact_text(word)


def redact_members(value: Any, unchanged: Collection[str]) -> Any:
    match value:
        case str():
            return redact_text(value)
        case dict():
            return {
                key: item if key in unchanged else _redact_member(key, item, unchanged)
                for key, item in value.items()
            }
        case list() | tuple():
            return [redact_members(item, unchanged) for item in value]
    return value


def _redact_member(key: object, item: Any, unchanged: Collection[str]) -> Any:
    if isinstance(item, str) and isinstance(key, str):
        return _member(key, item)
    return redact_members(item, unchanged)


def _member(name: str, value: str) -> str:
    """A string is judged together with its name, as it would be in a text."""
    clean = redact_text(value)
    named = f'{name} = "{clean}"'
    return REDACTED if clean and redact_assignments(named) != named else clean
