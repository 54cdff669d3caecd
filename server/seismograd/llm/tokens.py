"""How long a text is for a model, roughly: before it is asked, nobody can tell exactly."""

from __future__ import annotations

CHARACTERS_PER_TOKEN = 3.2
"""On the careful side: code with its indentation and names has about this many."""


def estimated_tokens(characters: int) -> int:
    return int(characters / CHARACTERS_PER_TOKEN) + 1


def tokens_of(text: str) -> int:
    return estimated_tokens(len(text))
