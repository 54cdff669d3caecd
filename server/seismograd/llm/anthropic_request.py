"""A prompt in the words of the Messages API."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from seismograd.llm.conversation import Message, Role, Schema, Usage
from seismograd.llm.schema import plain_schema

if TYPE_CHECKING:
    from anthropic.types import MessageParam, OutputConfigParam, TextBlockParam
    from anthropic.types import Usage as AnthropicUsage

MOST_CACHED_MESSAGES = 3
"""The API takes four marks; one is for the system's text."""


def turns(messages: Sequence[Message]) -> list[MessageParam]:
    """Neighbours of one role are one turn; the last lasting ones are marked for the cache."""
    lasting = [message for message in messages if message.is_lasting]
    marked = {id(message) for message in lasting[-MOST_CACHED_MESSAGES:]}
    return [
        _turn(role, [_block(m.content, id(m) in marked) for m in group])
        for role, group in groupby(messages, lambda message: message.role)
    ]


def system_text(text: str, messages: Iterable[Message]) -> str | list[TextBlockParam]:
    """Whoever has lasting parts asks more than once, and then the system's text lasts as well."""
    if any(message.is_lasting for message in messages):
        return [_block(text, is_cached=True)]
    return text


def answer_form(schema: Schema) -> OutputConfigParam:
    return {"format": {"type": "json_schema", "schema": plain_schema(schema)}}


def told_usage(usage: AnthropicUsage) -> Usage:
    return Usage(
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_creation_input_tokens or 0,
        usage.cache_read_input_tokens or 0,
    )


def _turn(role: Role, blocks: list[TextBlockParam]) -> MessageParam:
    if role is Role.USER:
        return {"role": "user", "content": blocks}
    return {"role": "assistant", "content": blocks}


def _block(text: str, is_cached: bool) -> TextBlockParam:
    if is_cached:
        return {"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}
    return {"type": "text", "text": text}
