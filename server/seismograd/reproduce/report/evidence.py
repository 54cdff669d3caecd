"""What can be read off a report apart from its story: errors, code, versions, places, commits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.bug_report import (
    CitedPlace,
    ReportedTraceback,
    Snippet,
)
from seismograd.reproduce.report.commits import commits_in
from seismograd.reproduce.report.headings import Role
from seismograd.reproduce.report.names import names_in
from seismograd.reproduce.report.places import places_in
from seismograd.reproduce.report.prose import clean_line, joined
from seismograd.reproduce.report.sections import Outline, outline_of
from seismograd.reproduce.report.snippets import snippets_in
from seismograd.reproduce.report.tracebacks.find import Found, tracebacks_in
from seismograd.reproduce.report.tracebacks.last_lines import (
    mention_in_title,
    mentions_in,
    with_worker_errors,
)
from seismograd.reproduce.report.versions import versions_in

MOST_TRACEBACKS = 50
_LISTS_PACKAGES = re.compile(
    r"(?:PyTorch|Python) version:|\[(?:pip3?|conda)\] |Package\s{2,}Version|^Name: \w", re.MULTILINE
)


class Evidence:
    def __init__(self, body: Sequence[Block], comments: Sequence[Block], project: str = "") -> None:
        self._project = project
        self._body = body
        self._comments = comments
        self._all = [*body, *comments]
        self._found = [
            (block, found)
            for block in self._all
            for found in with_worker_errors(tracebacks_in(block))
        ]
        self.taken = frozenset(
            number for _, found in self._found for number in range(found.first, found.last + 1)
        )
        """The numbers of the lines that stand in tracebacks."""

    @cached_property
    def outline(self) -> Outline:
        """Of the report itself."""
        return outline_of(self._body, self.taken)

    def tracebacks(self, title: str) -> tuple[ReportedTraceback, ...]:
        """Those of the report itself, or else of its comments, or else what the title tells."""
        for blocks in (self._body, self._comments):
            if found := self._errors_in(blocks):
                return tuple(found)[:MOST_TRACEBACKS]
        told = mention_in_title(title)
        return (told,) if told else ()

    @cached_property
    def snippets(self) -> tuple[Snippet, ...]:
        return snippets_in(self._all, self.taken)

    @cached_property
    def versions(self) -> dict[str, str]:
        found = self._versions_in(self._body, self.outline)
        if not found and self._comments:
            return self._versions_in(self._comments, outline_of(self._comments, self.taken))
        return found

    def names(self, title: str) -> tuple[str, ...]:
        return names_in(self.prose(title), self.snippets)

    def places(self, tracebacks: Sequence[ReportedTraceback]) -> tuple[CitedPlace, ...]:
        is_python = (block.is_code and block.language == "python" for block in self._all)
        blocks = (block for block, skip in zip(self._all, is_python, strict=True) if not skip)
        return places_in(self._lines(blocks), tracebacks)

    def commits(self) -> tuple[str | None, str | None]:
        """Where it was seen, by the report before its comments; and where it is gone."""
        seen, fixed = commits_in(self._lines(self._body), self.versions, self._project)
        if seen is None or fixed is None:
            later, mended = commits_in(self._lines(self._comments), self.versions, self._project)
            seen, fixed = seen or later, fixed or mended
        return (None if seen == fixed else seen), fixed

    def _errors_in(self, blocks: Sequence[Block]) -> list[ReportedTraceback]:
        wanted = set(map(id, blocks))
        whole = [found for block, found in self._found if id(block) in wanted]
        named = {found.traceback.short_name for found in whole if found.traceback.message}
        mentions = (found for block in blocks for found in mentions_in(block, self.taken))
        new = (found for found in mentions if found.traceback.short_name not in named)
        both = sorted(chain(whole, islice(new, MOST_TRACEBACKS)), key=_first_line)
        return list(dict.fromkeys(found.traceback for found in both))

    def prose(self, title: str) -> Iterator[str]:
        yield title
        for block in self._all:
            if not block.is_code and not block.is_quoted:
                yield from map(clean_line, self._lines([block]))

    def _versions_in(self, blocks: Sequence[Block], outline: Outline) -> dict[str, str]:
        prose = self._lines(block for block in blocks if not block.is_code)
        code = self._lines(block for block in blocks if block.is_code)
        return versions_in(prose, code, self._environment(outline))

    def _environment(self, outline: Outline) -> Iterator[str]:
        for section in outline.sections:
            for block in section.blocks:
                if section.role is Role.ENVIRONMENT or _LISTS_PACKAGES.search(block.text):
                    yield from self._free_lines(block)

    def _lines(self, blocks: Iterable[Block]) -> Iterator[str]:
        """Lines outside tracebacks and quotations; those of prose made whole."""
        for block in blocks:
            if not block.is_quoted:
                lines = self._free_lines(block)
                yield from filter(None, lines if block.is_code else joined(lines))

    def _free_lines(self, block: Block) -> Iterator[str]:
        for number, line in enumerate(block.lines, start=block.first):
            yield "" if number in self.taken else line


def _first_line(found: Found) -> int:
    return found.first
