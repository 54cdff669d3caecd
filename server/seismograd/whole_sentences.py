"""Text that is too long, cut where a reader can stop."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?][\"')\]]*(?=\s)")
_LEAST_SHARE = 0.5
"""A cut after a sentence that leaves less than this goes after a word instead."""
LEFT_OUT = " …"


def whole_sentences(words: str, most: int) -> str:
    """On one line: whole sentences as far as there is room, else whole words and a mark."""
    text = " ".join(words.split())
    if len(text) <= most:
        return text
    ends = [found.end() for found in _END.finditer(text[:most])]
    if ends and ends[-1] >= _LEAST_SHARE * most:
        return text[: ends[-1]]
    return whole_words(text, most)


def whole_words(text: str, most: int) -> str:
    """Cut after a word, with a mark that something is left out."""
    if len(text) <= most:
        return text
    room = most - len(LEFT_OUT)
    cut = text[: room + 1].rpartition(" ")[0] or text[:room]
    return cut.rstrip(" ,;:") + LEFT_OUT
