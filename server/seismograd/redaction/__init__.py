"""Secrets, taken out of texts before they are stored, logged, or sent anywhere.

What is known by its shape goes wherever it stands: tokens with a prefix, private keys. What is
random only (forty hexadecimal digits may be a key or a commit) goes where a name or a sentence
calls it a secret. Code must still run afterwards, so what is merely named like a secret stays.
Every pattern is bounded, so that no text, however hostile, takes long. E-mail addresses stay.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

REDACTED = "[redacted]"


def redact(
    text: str, environment: Mapping[str, str] | None = None, *, keep_lines: bool = False
) -> str:
    """The text without secrets, nor those that the environment holds.

    With `keep_lines` every line keeps its number, also behind a key of many lines.
    """
    # The patterns take longer to load than most of us to start.
    from seismograd.redaction.steps import redact_text

    return redact_text(text, environment, keep_lines=keep_lines)


def redact_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a command line; an option's name says what its value is."""
    if not words:
        return ()
    from seismograd.redaction.plain_data import redact_arguments

    return redact_arguments(words)


def redact_strings(value: Any, unchanged: Collection[str] = ()) -> Any:
    """Plain data with every string redacted, except below the keys that are to stay."""
    from seismograd.redaction.plain_data import redact_members

    return redact_members(value, unchanged)
