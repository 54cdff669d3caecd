"""The head that a template of issues may have: settings between two lines of dashes."""

from __future__ import annotations

import re

_HEAD = re.compile(
    r"[ \t\n]{0,20}---[ \t]*\n((?:[A-Za-z_-]{1,40}:[^\n]{0,400}\n|[ \t]*\n){1,30})---[ \t]*(?:\n|$)"
)
_TITLE = re.compile(r"^title:[ \t]*(.{1,300})$", re.MULTILINE)


def without_front_matter(text: str) -> tuple[str, str]:
    """The title that the head gives, if any, and what comes below it."""
    head = _HEAD.match(text)
    if head is None:
        return "", text
    title = _TITLE.search(head[1])
    return (title[1].strip().strip("\"'").strip() if title else ""), text[head.end() :]
