"""What is said to a model, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Schema = Mapping[str, object]
"""A JSON schema of the plain kind that providers take: see `structured`."""


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation, or a part of one: neighbours of one role belong together."""

    role: Role
    content: str
    is_lasting: bool = False
    """Whether the next questions begin with the same text up to here: worth a provider's cache."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that a model is asked at once."""

    messages: tuple[Message, ...]
    system: str | None = None
    schema: Schema | None = None
    """The answer shall be a JSON object of this form."""
    max_tokens: int | None = None
    """Of the answer; where None, the provider's default."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost; `input_tokens` are those that came neither from nor into a cache."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
        )

    @property
    def all_input_tokens(self) -> int:
        return self.input_tokens + self.cache_write_tokens + self.cache_read_tokens


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer; `usage` only where the provider tells it."""

    text: str
    model: str
    usage: Usage | None = None
