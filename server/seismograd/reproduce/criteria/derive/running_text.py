"""Prose without blocks of code, with the lines that were broken whole again."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^ {0,3}(?:```|~~~).*?(?:^ {0,3}(?:```|~~~)|\Z)", re.M | re.S)
_BROKEN = re.compile(r"(?<=\S)[ \t]*\n[ \t]*(?=[^\s#>|*-])")


def running_text(text: str) -> str:
    return _BROKEN.sub(" ", _FENCE.sub("\n", text))
