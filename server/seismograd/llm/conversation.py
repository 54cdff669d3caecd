"""What is said to a model, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer; `usage` only where the provider tells it."""

    text: str
    model: str
    usage: Usage | None = None
