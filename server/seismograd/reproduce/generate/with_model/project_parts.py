"""Which parts of the project a model is shown: a small one whole, else the best parts by turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from seismograd.llm.tokens import tokens_of
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.gather import ContextPart
from seismograd.reproduce.context.project_files import is_inside, text_files
from seismograd.reproduce.context.sources import read_text

KEPT_SHARE = 0.4
"""Of the room, for the very best parts: they stay while the others change."""
LONGEST_SETTINGS = 4_000
LONGEST_USAGE = 4_000
LARGEST_PROJECT = 200_000
"""Characters; more would not have room in any question."""
_SETTINGS = (".toml", ".yaml", ".yml", ".json", ".cfg", ".ini")


class Contexts:
    """Windows on a ranking: each shows the best parts, and others of the rest.

    Where all of the `whole` project has room, that is what every window shows.
    """

    def __init__(
        self, ranked: Sequence[ContextPart], root: Path, whole: Sequence[ContextPart] = ()
    ) -> None:
        self._ranked = [part for part in ranked if is_inside(part.file, root)]
        self._whole = [part for part in whole if is_inside(part.file, root)]

    def window(self, index: int, tokens: int) -> list[ContextPart]:
        """The parts that fit, those of one file together; past the end it begins anew."""
        if self._whole and sum(map(_size, self._whole)) <= tokens:
            return self._whole
        return _by_file(self._best(index, tokens))

    def _best(self, index: int, tokens: int) -> list[ContextPart]:
        """In the order of the ranking."""
        kept = _filled(self._ranked, int(tokens * KEPT_SHARE))
        rest = [part for part in self._ranked if part not in kept]
        room = tokens - sum(map(_size, kept))
        pages = list(_pages(rest, room)) or [[]]
        shown = [*kept, *pages[index % len(pages)]]
        return [part for part in self._ranked if part in shown]


def _by_file(parts: Sequence[ContextPart]) -> list[ContextPart]:
    """Files in the order of their best parts, and their parts in the order of their lines."""
    files = list(dict.fromkeys(part.file for part in parts))
    return sorted(parts, key=lambda part: (files.index(part.file), part.first))


def _filled(parts: Sequence[ContextPart], tokens: int) -> list[ContextPart]:
    """The best parts that fit; what is too big for the room is passed over."""
    taken: list[ContextPart] = []
    for part in parts:
        if _size(part) <= tokens:
            taken.append(part)
            tokens -= _size(part)
    return taken


def _pages(parts: Sequence[ContextPart], tokens: int) -> Sequence[list[ContextPart]]:
    pages: list[list[ContextPart]] = []
    rest = list(parts)
    while page := _filled(rest, tokens):
        pages.append(page)
        rest = [part for part in rest if part not in page]
    return pages


def _size(part: ContextPart) -> int:
    lines = part.last - part.first + 1
    return tokens_of(part.text) + 2 * max(lines, 1) + 20


def whole_files(case: Case, ranked: Sequence[ContextPart]) -> list[ContextPart]:
    """The files that matter most first; tests and what is told about the project come last.

    None of a project that is too large to be shown at once.
    """
    best = {part.file: rank for rank, part in reversed(list(enumerate(ranked)))}
    found: list[ContextPart] = []
    room = LARGEST_PROJECT
    for part in _files(case):
        room -= len(part.text)
        if room < 0:
            return []
        found.append(part)
    return sorted(found, key=lambda one: (_is_aside(one, case), best.get(one.file, len(best))))


def usage(case: Case) -> list[ContextPart]:
    """What the project says about its use, as far as a few pages."""
    names = [file for file in text_files(case.root) if file.lower().startswith("readme")]
    return [
        _part(file, text[:LONGEST_USAGE], "how the project is used")
        for file in names[:1]
        if (text := read_text(case.root, file))
    ]


def _files(case: Case) -> Iterator[ContextPart]:
    yield from usage(case)
    for file in text_files(case.root):
        if not file.endswith((".py", *_SETTINGS)):
            continue
        text = read_text(case.root, file) or ""
        if file.endswith(".py") and text.strip():
            yield _part(file, text, "a test" if file in case.project.tests else "the whole file")
        elif text.strip() and len(text) <= LONGEST_SETTINGS:
            yield _part(file, text, "settings")


def _is_aside(part: ContextPart, case: Case) -> bool:
    return part.file in case.project.tests or not part.file.endswith(".py")


def _part(file: str, text: str, why: str) -> ContextPart:
    return ContextPart(file, 1, max(1, len(text.splitlines())), text.rstrip("\n"), why)
