"""Text of the user's files inside of Markdown: shown as it is, never read as Markdown."""

from __future__ import annotations

import re

_RUNS = re.compile(r"`+")
_ESCAPED = re.compile(r"\\([\[\]<>!\\])")
_CODE_OR_MARK = re.compile(r"`[^`\n]*`|[\[\]<>!\\]")


def code(text: str) -> str:
    """A code span; its fence is longer than any inside of it."""
    line = " ".join(text.split("\n"))
    fence = "`" * (1 + max((len(run) for run in _RUNS.findall(line)), default=0))
    padding = " " if "`" in line else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def prose(text: str) -> str:
    """A sentence that may hold code spans, but no links, pictures or tags."""
    return _CODE_OR_MARK.sub(
        lambda found: found[0] if found[0][0] == "`" else "\\" + found[0], text
    )


def unescaped(text: str) -> str:
    """For clients that show Markdown as it is written."""
    return _ESCAPED.sub(r"\1", text)
