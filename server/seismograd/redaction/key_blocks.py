"""Private keys in blocks of lines, also where the lines are quoted, indented or escaped."""

from __future__ import annotations

import re
from itertools import pairwise

from seismograd.redaction import REDACTED

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
    done = previous = 0
    for mark, following in pairwise((*_MARK.finditer(text), None)):
        if mark is None or mark.start() < done:
            continue
        start, end = _block(text, previous, mark, following)
        previous = mark.end()
        if end > start:
            lines = text.count("\n", start, end) if keep_lines else 0
            parts += (text[done:start], REDACTED + "\n" * lines)
            done = previous = end
    return "".join((*parts, text[done:]))


def _block(
    text: str, previous: int, mark: re.Match[str], following: re.Match[str] | None
) -> tuple[int, int]:
    """Where a key begins and ends; nowhere if this is only talk of keys."""
    if _is_begin(mark):
        end = _end_of_block(text, mark, following)
        return mark.start(), end if end > mark.end() else mark.start()
    start = _start_of_lines(text, max(previous, mark.start() - LONGEST), mark.start())
    return start, mark.end() if start < mark.start() else start


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


def _start_of_lines(text: str, first: int, end: int) -> int:
    """The beginning of the lines that can be part of a key whose own beginning is missing."""
    starts = [first, *(found.end() for found in _BREAK.finditer(text, first, end))]
    found = end
    for start, stop in zip(reversed(starts), (end, *reversed(starts)), strict=False):
        line = text[start:stop].rstrip("\r\n")
        if len(line) > 400 or not _LINE.fullmatch(line.removesuffix("\\n")):
            break
        if _KEY_MATERIAL.search(line):
            found = start
    return found


def _end_of_part(text: str, start: int, stop: int, done: int) -> int:
    """Key material at the beginning of a line that goes on with something else."""
    found = _PART.match(text, start, stop)
    return found.end() if found else done
