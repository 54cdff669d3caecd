"""A small project as a model reads it best: whole files rather than pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_files import text_files
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.generate.with_model.contexts import Part

LONGEST_SETTINGS = 4_000
LONGEST_USAGE = 4_000
LARGEST_PROJECT = 200_000
"""Characters; more would not have room in any question."""
_SETTINGS = (".toml", ".yaml", ".yml", ".json", ".cfg", ".ini")


@dataclass(frozen=True, slots=True)
class FileLines:
    """A `Part`."""

    file: str
    first: int
    last: int
    text: str
    why: str


def whole_files(case: Case, ranked: Sequence[Part]) -> list[FileLines]:
    """The files that matter most first; tests and what is told about the project come last.

    None of a project that is too large to be shown at once.
    """
    best = {part.file: rank for rank, part in reversed(list(enumerate(ranked)))}
    found: list[FileLines] = []
    room = LARGEST_PROJECT
    for part in _files(case):
        room -= len(part.text)
        if room < 0:
            return []
        found.append(part)
    return sorted(found, key=lambda one: (_is_aside(one, case), best.get(one.file, len(best))))


def usage(case: Case) -> list[FileLines]:
    """What the project says about its use, as far as a few pages."""
    names = [file for file in text_files(case.root) if file.lower().startswith("readme")]
    return [
        _lines(file, text[:LONGEST_USAGE], "how the project is used")
        for file in names[:1]
        if (text := read_text(case.root, file))
    ]


def _files(case: Case) -> Iterator[FileLines]:
    yield from usage(case)
    for file in text_files(case.root):
        if not file.endswith((".py", *_SETTINGS)):
            continue
        text = read_text(case.root, file) or ""
        if file.endswith(".py") and text.strip():
            yield _lines(file, text, "a test" if file in case.project.tests else "the whole file")
        elif text.strip() and len(text) <= LONGEST_SETTINGS:
            yield _lines(file, text, "settings")


def _is_aside(part: FileLines, case: Case) -> bool:
    return part.file in case.project.tests or not part.file.endswith(".py")


def _lines(file: str, text: str, why: str) -> FileLines:
    return FileLines(file, 1, max(1, len(text.splitlines())), text.rstrip("\n"), why)
