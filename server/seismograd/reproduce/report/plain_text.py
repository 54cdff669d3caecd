"""Text without what terminals, editors and hostile hands put into it."""

from __future__ import annotations

import re

MOST_CHARACTERS = 400_000
MOST_IN_A_LINE = 4_000
MOST_LINES = 20_000
_FIRST_LINES = 15_000
_FIRST_CHARACTERS = 300_000
_COLOURS = re.compile(r"\x1b\[[0-9;?]{0,30}[A-Za-z]|\[\d{1,3}(?:;\d{1,3}){0,4}m")
_BREAKS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u2060\ufeff]")
_NOT_IN_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_LONG_GAP = re.compile(r"[^\S\n]{100,}")
_EMPTY_LINES = re.compile(r"(?:[^\S\n]{0,100}\n){30,}")
"""More blanks than these say nothing, and keep whoever looks for what follows them busy."""
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def decoded(data: bytes) -> str | None:
    """The text in a file, or None for one that plainly holds something else."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    strange = sum(1 for _ in _NOT_IN_TEXT.finditer(text))
    return None if strange * 20 > len(text) else text


def as_it_came(text: str, most: int = MOST_CHARACTERS) -> str:
    """The text itself, as much as anybody reads, in characters that can be written again.

    Of what is too long, the middle goes: what matters stands at the ends of a log.
    """
    if len(text) > most:
        first = min(_FIRST_CHARACTERS, most)
        text = text[:first] + text[len(text) - (most - first) :]
    text = _BREAKS.sub("\n", _SURROGATES.sub("\ufffd", text))
    text = _EMPTY_LINES.sub("\n" * 30, _LONG_GAP.sub(lambda gap: gap[0][:100], text))
    if text.count("\n") < MOST_LINES:
        return text
    lines = text.split("\n")
    return "\n".join([*lines[:_FIRST_LINES], *lines[_FIRST_LINES - MOST_LINES :]])


def plain_lines(text: str) -> list[str]:
    """Lines without colours and control characters; the far end of endless ones is cut off."""
    text = _UNSEEN.sub("", _COLOURS.sub("", text))
    return [line[:MOST_IN_A_LINE].rstrip() for line in text.replace("\xa0", " ").split("\n")]
