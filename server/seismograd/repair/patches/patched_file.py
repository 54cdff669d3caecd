"""One file of a patch: what it was, what it becomes, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile

from seismograd.faults import Edit, Position, Span


@dataclass(frozen=True, slots=True)
class PatchedFile:
    path: str
    before: str
    """Digest of the text that the search has seen."""
    after: str
    """Digest of the text with the patch."""
    edits: tuple[Edit, ...]
    reverse: Edit
    """Makes the text before of the text after."""


def text_digest(text: str) -> str:
    """The same however the lines end: editors and repositories change that."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def reverse_edit(path: str, before: str, after: str) -> Edit:
    """Replace the lines from the first to the last that differ."""
    old, new = _lines(before), _lines(after)
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    start, end = first, len(new) - last
    text = "\n".join(old[first : len(old) - last])
    if end == len(new):
        # The last line has no end of its own: the one before it is replaced as well.
        return _edit(path, new, max(start - 1, 0), end - 1, "\n".join(old[max(start - 1, 0) :]))
    span = Span(path, Position(start + 1, 1), Position(end + 1, 1))
    return Edit(span, f"{text}\n" if first < len(old) - last else "")


def _edit(path: str, lines: Sequence[str], first: int, last: int, text: str) -> Edit:
    end = Position(last + 1, len(lines[last]) + 1)
    return Edit(Span(path, Position(first + 1, 1), end), text)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")
