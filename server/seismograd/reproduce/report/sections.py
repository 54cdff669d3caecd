"""A report by sections, whether it was written along a template or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from seismograd.reproduce.report.blocks import Block
from seismograd.reproduce.report.headings import Heading, Role, heading_of, is_label, is_statement

_UNDERLINE = re.compile(r"\s{0,3}(?:={3,}|-{3,})$")
_PROPERTY = re.compile(r"(?:title|subject|summary)\s*:\s*(\S.{0,300})$", re.IGNORECASE)
_MOST_OF_A_TITLE = 200
_AFTER_INLINE = Heading("", "", 1, Role.OTHER)


@dataclass(slots=True)
class Section:
    role: Role
    level: int = 0
    heading: str = ""
    blocks: list[Block] = field(default_factory=list)
    """Prose comes in blocks without the headings and without what stands in tracebacks."""
    is_inline: bool = False
    """Its text began in the line of the heading: it is one paragraph."""

    @property
    def prose(self) -> list[Block]:
        return [block for block in self.blocks if not block.is_code and not block.is_quoted]


@dataclass(slots=True)
class Outline:
    title: str
    sections: list[Section]

    def prose(self, *roles: Role) -> list[Block]:
        return [
            block for section in self.sections if section.role in roles for block in section.prose
        ]


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
    _in_properties: bool = False

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
        """Front matter and the like, which only come at the top."""
        if number == 1 and line.strip() == "---":
            self._in_properties = True
            return True
        if self._in_properties:
            self._in_properties = line.strip() != "---"
        if (named := _PROPERTY.match(line)) and number <= 10 and not self.title:
            self.title = named[1].strip("\"' ")
            return True
        return self._in_properties

    def _open(self, heading: Heading) -> None:
        if self._is_title(heading):
            self.title = heading.words[:_MOST_OF_A_TITLE]
            return
        above = self.sections[-1]
        inherits = heading.role is Role.OTHER and heading.level > above.level > 0
        role = above.role if inherits else heading.role
        level = above.level if inherits else heading.level
        self.sections.append(Section(role, level, heading.text, is_inline=bool(heading.rest)))

    def _is_title(self, heading: Heading) -> bool:
        is_first = len(self.sections) == 1 and not self.sections[0].blocks
        if self.title or not is_first or heading.rest:
            return False
        speaks_for_itself = heading.level <= 2 or ":" in heading.words or is_statement(heading)
        return speaks_for_itself and not is_label(heading)


def _with_headings(block: Block) -> Iterator[tuple[int, str, Heading | None]]:
    lines = block.lines
    skipped = -1
    for at, line in enumerate(lines):
        heading = heading_of(line) if line and at != skipped else None
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if line and below and _UNDERLINE.match(below) and not (at and lines[at - 1]):
            heading = heading_of(f"{'#' if '=' in below else '##'} {line.strip()}")
            skipped = at + 1
        if at == skipped:
            line = ""
        yield block.first + at, line, heading
