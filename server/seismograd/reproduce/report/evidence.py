"""What can be read off blocks of a report line by line: errors, prose, versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from operator import attrgetter

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.bug_report import ReportedTraceback
from seismograd.reproduce.report.headings import Role
from seismograd.reproduce.report.partial_tracebacks import mentions_in, with_worker_errors
from seismograd.reproduce.report.prose import clean_line, joined
from seismograd.reproduce.report.sections import Outline, outline_of
from seismograd.reproduce.report.tracebacks import tracebacks_in
from seismograd.reproduce.report.versions import versions_in

MOST_TRACEBACKS = 50
_LISTS_PACKAGES = re.compile(
    r"(?:PyTorch|Python) version:|\[(?:pip3?|conda)\] |Package\s{2,}Version|^Name: \w", re.MULTILINE
)


class Evidence:
    """Of the report itself, or of the comments below it."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self._found = [one for block in blocks for one in with_worker_errors(tracebacks_in(block))]
        self.taken = frozenset(
            number for one in self._found for number in range(one.first, one.last + 1)
        )
        """The numbers of the lines that stand in tracebacks."""

    @cached_property
    def outline(self) -> Outline:
        return outline_of(self.blocks, self.taken)

    @cached_property
    def tracebacks(self) -> tuple[ReportedTraceback, ...]:
        """Also exceptions that are only mentioned, in the order of the text."""
        named = {one.traceback.short_name for one in self._found if one.traceback.message}
        mentions = (one for block in self.blocks for one in mentions_in(block, self.taken))
        new = (one for one in mentions if one.traceback.short_name not in named)
        both = sorted([*self._found, *islice(new, MOST_TRACEBACKS)], key=attrgetter("first"))
        return tuple(dict.fromkeys(one.traceback for one in both))[:MOST_TRACEBACKS]

    @cached_property
    def versions(self) -> dict[str, str]:
        code = self.lines(attrgetter("is_code"))
        return versions_in(self.prose(), code, self._environment())

    def prose(self) -> Iterator[str]:
        return map(clean_line, self.lines(lambda block: not block.is_code))

    def lines(self, wanted: Callable[[Block], bool] = lambda block: True) -> Iterator[str]:
        """Lines outside tracebacks and quotations; those of prose made whole."""
        for block in self.blocks:
            if wanted(block) and not block.is_quoted:
                lines = self._free_lines(block)
                yield from filter(None, lines if block.is_code else joined(lines))

    def _environment(self) -> Iterator[str]:
        for section in self.outline.sections:
            for block in section.blocks:
                if section.role is Role.ENVIRONMENT or _LISTS_PACKAGES.search(block.text):
                    yield from self._free_lines(block)

    def _free_lines(self, block: Block) -> Iterator[str]:
        for number, line in enumerate(block.lines, start=block.first):
            yield "" if number in self.taken else line
