"""Text for the trace: not too long."""

from __future__ import annotations

MAX_TEXT = 4_000


def shortened(text: str, most: int = MAX_TEXT) -> str:
    """The two ends of a long text; the middle says least."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} ... {len(text) - most} characters left out ... {text[-half:]}"
