"""Text without what terminals, editors and hostile hands put into it."""

from __future__ import annotations

import re

MOST_CHARACTERS = 1_000_000
MOST_IN_A_LINE = 4_000
_COLOURS = re.compile(r"\x1b\[[0-9;?]{0,30}[A-Za-z]|\[\d{1,3}(?:;\d{1,3}){0,4}m")
_BREAKS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u2060\ufeff]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def decoded(data: bytes) -> str | None:
    """The text in a file, or None for one that plainly holds something else."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    text = data.decode(encoding, "replace")
    strange = text.count("\0") + text.count("\ufffd")
    return None if strange * 20 > len(text) else text


def as_it_came(text: str) -> str:
    """The text itself, as much as anybody will read, in characters that can be written again."""
    return _SURROGATES.sub("\ufffd", text[:MOST_CHARACTERS])


def plain_lines(text: str) -> list[str]:
    """Lines without colours and control characters; the far end of endless ones is cut off."""
    text = _UNSEEN.sub("", _COLOURS.sub("", _BREAKS.sub("\n", text)))
    return [line[:MOST_IN_A_LINE].rstrip() for line in text.replace("\xa0", " ").split("\n")]
