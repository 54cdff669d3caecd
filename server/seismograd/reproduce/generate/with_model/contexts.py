"""Which parts of the project a model is shown, and which next when those led nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from seismograd.llm.tokens import tokens_of
from seismograd.reproduce.context.project_files import is_inside

KEPT_SHARE = 0.4
"""Of the room, for the very best parts: they stay while the others change."""


class Part(Protocol):
    """Some lines of a file, and why they matter."""

    @property
    def file(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def why(self) -> str: ...


class Contexts:
    """Windows on a ranking: each shows the best parts, and others of the rest.

    Where all of the `whole` project has room, that is what every window shows.
    """

    def __init__(self, ranked: Sequence[Part], root: Path, whole: Sequence[Part] = ()) -> None:
        self._ranked = [part for part in ranked if is_inside(part.file, root)]
        self._whole = [part for part in whole if is_inside(part.file, root)]

    def window(self, index: int, tokens: int) -> list[Part]:
        """The parts that fit, those of one file together; past the end it begins anew."""
        if self._whole and sum(map(_size, self._whole)) <= tokens:
            return self._whole
        return _by_file(self._best(index, tokens))

    def _best(self, index: int, tokens: int) -> list[Part]:
        """In the order of the ranking."""
        kept = _filled(self._ranked, int(tokens * KEPT_SHARE))
        rest = [part for part in self._ranked if part not in kept]
        room = tokens - sum(map(_size, kept))
        pages = list(_pages(rest, room)) or [[]]
        shown = [*kept, *pages[index % len(pages)]]
        return [part for part in self._ranked if part in shown]


def _by_file(parts: Sequence[Part]) -> list[Part]:
    """Files in the order of their best parts, and their parts in the order of their lines."""
    files = list(dict.fromkeys(part.file for part in parts))
    return sorted(parts, key=lambda part: (files.index(part.file), part.first))


def _filled(parts: Sequence[Part], tokens: int) -> list[Part]:
    """The best parts that fit; what is too big for the room is passed over."""
    taken: list[Part] = []
    for part in parts:
        if _size(part) <= tokens:
            taken.append(part)
            tokens -= _size(part)
    return taken


def _pages(parts: Sequence[Part], tokens: int) -> Sequence[list[Part]]:
    pages: list[list[Part]] = []
    rest = list(parts)
    while page := _filled(rest, tokens):
        pages.append(page)
        rest = [part for part in rest if part not in page]
    return pages


def _size(part: Part) -> int:
    lines = part.last - part.first + 1
    return tokens_of(part.text) + 2 * max(lines, 1) + 20
