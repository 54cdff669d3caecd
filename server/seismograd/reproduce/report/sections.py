"""A report by sections, whether it was written along a template or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.headings import Heading, Role, heading_of

_UNDERLINE = re.compile(r"\s{0,3}(?:={3,}|-{3,})$")
_TITLE = re.compile(r"(?:title|subject|summary)\s*:\s*(\S.{0,300})$", re.IGNORECASE)
_MOST_LINES_ABOVE_TITLE = 10
_MOST_OF_A_TITLE = 200
_AFTER_INLINE = Heading("", "", 1, Role.OTHER)


@dataclass(slots=True)
class Section:
    role: Role
    level: int = 0
    blocks: list[Block] = field(default_factory=list)
    """Prose comes in blocks without the headings and without what stands in tracebacks."""
    is_inline: bool = False
    """Its text began in the line of the heading: it is one paragraph."""


@dataclass(slots=True)
class Outline:
    title: str
    sections: list[Section]

    def blocks(self, *roles: Role) -> list[Block]:
        return [block for one in self.sections if one.role in roles for block in one.blocks]

    def prose(self, *roles: Role) -> list[Block]:
        return [b for b in self.blocks(*roles) if not b.is_code and not b.is_quoted]


def outline_of(blocks: Iterable[Block], taken: Set[int] = frozenset()) -> Outline:
    """The sections of some blocks; lines whose numbers are taken are left out."""
    builder = _Builder()
    for block in blocks:
        if block.is_code or block.is_quoted:
            builder.add(block)
        else:
            builder.read(block, taken)
    return Outline(builder.title, builder.sections)


@dataclass(slots=True)
class _Builder:
    title: str = ""
    sections: list[Section] = field(default_factory=lambda: [Section(Role.SYMPTOM)])

    def add(self, block: Block) -> None:
        self.sections[-1].blocks.append(block)

    def read(self, block: Block, taken: Set[int]) -> None:
        lines: list[str] = []
        first = block.first
        for number, line, heading in _with_headings(block):
            if number in taken:
                line, heading = "", None
            if not line and heading is None and self.sections[-1].is_inline:
                heading = _AFTER_INLINE
            if heading is None and not self._is_title_line(number, line):
                lines.append(line)
                continue
            self._add_prose(first, lines)
            if heading is not None:
                self._open(heading)
            lines, first = [heading.rest if heading else ""], number
        self._add_prose(first, lines)

    def _add_prose(self, first: int, lines: list[str]) -> None:
        if any(lines):
            self.add(Block(first, tuple(lines)))

    def _is_title_line(self, number: int, line: str) -> bool:
        """As mails and exports have it, at the top only."""
        named = _TITLE.match(line) if number <= _MOST_LINES_ABOVE_TITLE else None
        if named is None or self.title:
            return False
        self.title = named[1].strip("\"' ")
        return True

    def _open(self, heading: Heading) -> None:
        if self._is_title(heading):
            self.title = heading.words[:_MOST_OF_A_TITLE]
            return
        above = self.sections[-1]
        inherits = heading.role is Role.OTHER and heading.level > above.level > 0
        role = above.role if inherits else heading.role
        level = above.level if inherits else heading.level
        self.sections.append(Section(role, level, is_inline=bool(heading.rest)))

    def _is_title(self, heading: Heading) -> bool:
        is_first = len(self.sections) == 1 and not self.sections[0].blocks
        if self.title or not is_first or heading.rest or heading.is_label:
            return False
        return heading.level <= 2 or ":" in heading.words or heading.is_statement


def _with_headings(block: Block) -> Iterator[tuple[int, str, Heading | None]]:
    """The lines with their numbers; one that is underlined is a heading."""
    lines = block.lines
    underline = -1
    for at, line in enumerate(lines):
        heading = heading_of(line) if line and at != underline else None
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if line and below and _UNDERLINE.match(below) and not (at and lines[at - 1]):
            heading = heading_of(f"{'#' if '=' in below else '##'} {line.strip()}")
            underline = at + 1
        yield block.first + at, "" if at == underline else line, heading
