"""Private keys in blocks of lines, also where the lines are quoted, indented or escaped."""

from __future__ import annotations

import re
from itertools import pairwise

from seismograd.redaction.values import REDACTED

LONGEST = 32_768
"""An RSA key of 16,384 bits takes half of it."""
_MARK = re.compile(
    r"-{4,5} ?(?:(?P<begin>BEGIN)|END) [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET) KEY(?: BLOCK)? ?-{4,5}"
    r"|(?P<lines>Private-Lines): {0,4}[0-9]{1,4}|Private-MAC: {0,4}[0-9a-f]{40,64}"
)
_KEY_MATERIAL = re.compile(r"[A-Za-z0-9+/=_\-]{24}")
_BREAK = re.compile(r"\r?\n|(?:\\{1,4}[rn])+")
_LINE = re.compile(
    r"[ \t>|#*+\-:'\"`,()\\0-9]{0,40}+"
    r"(?:(?:Proc-Type|DEK-Info|Comment|Version|Encryption|MAC|Key-Derivation)[^\n]{0,200}"
    r"|[A-Za-z0-9+/=]{0,200})[ \t'\"`,()\\;+]{0,20}"
)
_PART = re.compile(r"[ \t>|'\"`]{0,20}[A-Za-z0-9+/=]{24,}+")


def redact_key_blocks(text: str, *, keep_lines: bool = False) -> str:
    """The text without private keys; with `keep_lines` the lines after them keep their numbers."""
    parts: list[str] = []
    done = 0
    for mark, following in pairwise((*_MARK.finditer(text), None)):
        if mark is not None and _is_begin(mark):
            end = _end_of_block(text, mark, following)
            if end > mark.end():
                lines = text.count("\n", mark.start(), end) if keep_lines else 0
                parts += (text[done : mark.start()], REDACTED + "\n" * lines)
                done = end
    return "".join((*parts, text[done:]))


def _is_begin(mark: re.Match[str]) -> bool:
    return bool(mark["begin"] or mark["lines"])


def _end_of_block(text: str, begin: re.Match[str], following: re.Match[str] | None) -> int:
    """Where a key ends; the place where it began if this is only talk of keys."""
    start, limit = begin.end(), begin.end() + LONGEST
    if following is not None and following.start() < limit:
        limit = following.start()
        if not _is_begin(following) and _KEY_MATERIAL.search(text, start, limit):
            return following.end()
    return _end_of_lines(text, start, min(limit, len(text)))


def _end_of_lines(text: str, start: int, limit: int) -> int:
    """The end of the lines that can be part of a key whose own end is missing."""
    done = position = start
    while position < limit:
        line_break = _BREAK.search(text, position, min(position + 400, limit))
        stop = line_break.start() if line_break else min(position + 400, limit)
        line = _LINE.match(text, position, stop)
        if line is None or line.end() != stop:
            return _end_of_part(text, position, stop, done)
        if _KEY_MATERIAL.search(text, position, stop):
            done = stop
        position = line_break.end() if line_break else stop
    return done


def _end_of_part(text: str, start: int, stop: int, done: int) -> int:
    """Key material at the beginning of a line that goes on with something else."""
    found = _PART.match(text, start, stop)
    return found.end() if found else done
