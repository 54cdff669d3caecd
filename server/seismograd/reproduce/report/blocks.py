"""The shape of a report: prose and blocks of code, without comments of templates."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from seismograd.reproduce.report.headings import is_known_heading

_FENCE = re.compile(r"(?P<indent>\s{0,20})(?P<marks>`{3,}|~{3,})\s*(?P<info>[^`]*)$")
_PRE = re.compile(r"\s*<(pre|code)\b[^<>]{0,200}>(?:\s*<code\b[^<>]{0,200}>)?", re.IGNORECASE)
_END_OF_PRE = re.compile(r"(?:</code>\s*)?</(?:pre|code)>", re.IGNORECASE)
_QUOTE = re.compile(r" {0,3}>(?!>>(?:\s|$)) ?")
_PROMPT = re.compile(r"\s{0,12}(?:>>>(?:\s|$)|In ?\[\d{1,6}\]:)")
_LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s")
_INDENTED = re.compile(r"(?: {4}|\t| {1,3}\t)")
_LANGUAGE = re.compile(r"\{?\s*\.?([\w+#-]{1,30})")
_MOST_QUOTES = 6


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together; line `i` of them stands at `first + i` in the text."""

    first: int
    lines: tuple[str, ...]
    is_code: bool = False
    language: str = ""
    is_quoted: bool = False

    @property
    def is_python(self) -> bool:
        return self.is_code and self.language == "python"

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(slots=True)
class _Fence:
    marks: str
    """What ends it; "" for one that is told by its lines alone, "<" for `<pre>`."""
    indent: int = 0
    ends: bool = True
    is_quoted: bool = False


def blocks_of(lines: Sequence[str]) -> list[Block]:
    scanner = _Scanner(lines)
    for number, line in enumerate(lines, start=1):
        scanner.feed(number, line)
    scanner.close()
    return scanner.blocks


@dataclass(slots=True)
class _Scanner:
    source: Sequence[str]
    blocks: list[Block] = field(default_factory=list)
    _fence: _Fence | None = None
    _in_comment: bool = False
    _in_list: bool = False
    _lines: list[str] = field(default_factory=list)
    _first: int = 1
    _kind: tuple[bool, str, bool] = (False, "", False)
    _last_closer: dict[str, int] = field(default_factory=dict)
    _last_comment_end: int = 0

    def __post_init__(self) -> None:
        for number, line in enumerate(self.source, start=1):
            mark = line.strip().lstrip("> ")
            if len(mark) >= 3 and mark[0] in "`~" and not mark.strip(mark[0]):
                self._last_closer[mark[0]] = number
            if "-->" in line:
                self._last_comment_end = number

    def feed(self, number: int, line: str) -> None:
        if self._fence is not None and self._feed_code(line):
            return
        line = self._without_comments(number, line)
        bare = line
        for _ in range(_MOST_QUOTES):
            if (quote := _QUOTE.match(bare)) is None:
                break
            bare = bare[quote.end() :]
        self._feed_prose(number, bare, is_quoted=bare is not line)

    def close(self) -> None:
        lines = self._lines
        while lines and not lines[-1]:
            lines.pop()
        begin = next((at for at, line in enumerate(lines) if line), len(lines))
        if lines[begin:]:
            is_code, language, is_quoted = self._kind
            first = self._first + begin
            self.blocks.append(Block(first, tuple(lines[begin:]), is_code, language, is_quoted))
        self._lines = []

    def _feed_code(self, line: str) -> bool:
        """Whether the line belongs to the block of code that is open."""
        fence = self._fence
        assert fence is not None
        if fence.is_quoted and (quote := _QUOTE.match(line)):
            line = line[quote.end() :]
        elif fence.is_quoted:
            return self._leave()
        if fence.marks == "<":
            return self._feed_pre(line)
        if not fence.marks:
            return self._feed_unfenced(line)
        mark = line.strip()
        if mark.startswith(fence.marks) and not mark.strip(fence.marks[0]):
            self._leave()
            return True
        if not fence.ends and not self._last() and is_known_heading(line):
            return self._leave()
        indent = len(line) - len(line.lstrip(" \t"))
        self._lines.append(line[min(fence.indent, indent) :])
        return True

    def _feed_pre(self, line: str) -> bool:
        end = _END_OF_PRE.search(line)
        self._lines.append(html.unescape(line[: end.start()] if end else line))
        if end:
            self._leave()
        return True

    def _feed_unfenced(self, line: str) -> bool:
        by_indent = self._fence is not None and self._fence.indent > 0
        if by_indent and line and not _INDENTED.match(line):
            return self._leave()
        if not by_indent and not line:
            return self._leave()
        self._lines.append(line.expandtabs(4)[4:] if by_indent else line)
        return True

    def _leave(self) -> bool:
        self.close()
        self._fence = None
        return False

    def _enter(
        self, fence: _Fence, first: int, language: str = "", *, is_quoted: bool = False
    ) -> None:
        self.close()
        self._fence, self._first, self._kind = fence, first, (True, language, is_quoted)
        fence.is_quoted = is_quoted

    def _feed_prose(self, number: int, line: str, *, is_quoted: bool) -> None:
        if fence := _FENCE.fullmatch(line):
            ends = self._last_closer.get(fence["marks"][0], 0) > number
            opened = _Fence(fence["marks"], len(fence["indent"]), ends)
            language = _LANGUAGE.match(fence["info"])
            name = language[1].lower() if language else ""
            self._enter(opened, number + 1, name, is_quoted=is_quoted)
        elif (pre := _PRE.match(line)) and (pre[1].lower() == "pre" or pre.end() == len(line)):
            self._enter(_Fence("<"), number, is_quoted=is_quoted)
            self._feed_pre(line[pre.end() :])
        elif _PROMPT.match(line):
            self._enter(_Fence(""), number, "python", is_quoted=is_quoted)
            self._lines.append(line)
        elif self._is_indented_code(line) and not is_quoted:
            self._enter(_Fence("", indent=4), number)
            self._feed_unfenced(line)
        else:
            self._add_prose(number, line, is_quoted)

    def _is_indented_code(self, line: str) -> bool:
        if self._last() or not _INDENTED.match(line) or _LIST_ITEM.match(line):
            return False
        return not self._in_list or line.expandtabs(4).startswith(" " * 8)

    def _add_prose(self, number: int, line: str, is_quoted: bool) -> None:
        kind = (False, "", is_quoted)
        if kind != self._kind or not self._lines:
            self.close()
            self._first, self._kind = number, kind
        if _LIST_ITEM.match(line):
            self._in_list = True
        elif line and not line[0].isspace() and not self._last():
            self._in_list = False
        self._lines.append(line)

    def _last(self) -> str:
        return self._lines[-1] if self._lines else ""

    def _without_comments(self, number: int, line: str) -> str:
        kept = []
        while line:
            if self._in_comment:
                _, end, line = line.partition("-->")
                self._in_comment = not end
                continue
            before, begin, line = line.partition("<!--")
            kept.append(before)
            self._in_comment = bool(begin) and ("-->" in line or number < self._last_comment_end)
        return "".join(kept).rstrip()
