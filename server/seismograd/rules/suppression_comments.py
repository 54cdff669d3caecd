"""Comments that are meant to silence findings, as they stand in a document."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from seismograd.faults import Edit, Finding, Position, Span
from seismograd.source.document import Document

LINE_FORM, FILE_FORM = "ignore", "ignore-file"
_COMMENT = re.compile(r"#\s*seismograd:\s*(?P<form>ignore[\w-]*)", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*\[(?P<codes>[^\]#]*)\]")
_UNCLOSED = re.compile(r"\s*+\[(?P<codes>\s*+[\w-]++(?:\s*+,\s*+[\w-]++)*+)?")
_WITHOUT_BRACKETS = re.compile(
    r"\s*+(?:[:=(]\s*+)?(?P<codes>SG\d++(?:\s*+,\s*+SG\d++)*+)\)?", re.IGNORECASE
)


class Flaw(StrEnum):
    """Why a comment is no suppression; guessing what it meant might silence too much."""

    UNKNOWN_FORM = f"only `{LINE_FORM}` and `{FILE_FORM}` exist"
    UNCLOSED = "its bracket is not closed"
    EMPTY = "its brackets name no rule"
    WITHOUT_BRACKETS = "rules are named in brackets"


@dataclass(slots=True)
class Suppression:
    """One comment; without codes it silences every rule, with a flaw none.

    `whole` is what has to go with it: the reason behind it, and the blanks before it.
    """

    span: Span
    whole: Span
    whole_file: bool
    codes: tuple[str, ...]
    flaw: Flaw | None = None
    used: set[str] = field(default_factory=set)

    def silences(self, finding: Finding) -> bool:
        """Whether it names the rule of a finding that it looks at."""
        matching = [code for code in self.codes if names(code, finding)]
        self.used.update(matching or ([""] if not self.codes else []))
        return bool(matching) or not self.codes

    def with_codes(self, codes: Iterable[str]) -> Edit:
        """The edit that writes it anew with these codes."""
        form = FILE_FORM if self.whole_file else LINE_FORM
        return Edit(self.span, f"# seismograd: {form}[{', '.join(codes)}]")

    def without(self, codes: Collection[str]) -> Edit:
        """The edit that takes codes away; where none remains, the reason goes too."""
        remaining = [code for code in self.codes if code not in codes]
        return self.with_codes(remaining) if remaining else Edit(self.whole, "")


def names(code: str, finding: Finding) -> bool:
    """Whether a code in a comment is that of a finding; capitals do not matter."""
    return code.lower() in (finding.code.lower(), finding.name.lower())


def suppression_comments(document: Document) -> Iterator[Suppression]:
    """Every comment that looks like a suppression, sound or not."""
    if "seismograd:" not in document.text.lower():
        return
    for number, line in enumerate(document.lines, start=1):
        for match in _COMMENT.finditer(line):
            if _in_comment(document, number, match.start()):
                yield _read(document.path, number, line, match)


def _read(path: str, number: int, line: str, match: re.Match[str]) -> Suppression:
    form = match["form"].lower()
    end, codes, flaw = _codes(line, match.end())
    if form not in (LINE_FORM, FILE_FORM):
        flaw = Flaw.UNKNOWN_FORM
    return Suppression(
        _span(path, number, match.start(), end),
        _span(path, number, *_with_reason(line, match.start(), end)),
        form == FILE_FORM,
        codes,
        flaw,
    )


def _codes(line: str, start: int) -> tuple[int, tuple[str, ...], Flaw | None]:
    """Where the codes after a form end, which they are, and what is wrong with them."""
    if bracketed := _BRACKETED.match(line, start):
        codes = _split(bracketed)
        return bracketed.end(), codes, None if codes else Flaw.EMPTY
    for pattern, flaw in ((_UNCLOSED, Flaw.UNCLOSED), (_WITHOUT_BRACKETS, Flaw.WITHOUT_BRACKETS)):
        if found := pattern.match(line, start):
            return found.end(), _split(found), flaw
    return start, (), None


def _split(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\s,]+", match["codes"] or ""))


def _span(path: str, line: int, start: int, end: int) -> Span:
    return Span(path, Position(line, start + 1), Position(line, end + 1))


def _with_reason(line: str, start: int, end: int) -> tuple[int, int]:
    """Up to another comment on the line; else all of the rest, with the blanks before it."""
    other = line.find("#", end)
    if other >= 0:
        return start, other
    return len(line[:start].rstrip()), len(line)


def _in_comment(document: Document, line: int, column: int) -> bool:
    before = document.lines[line - 1][:column]
    place = (line - 1, len(before.encode("utf-8", "surrogatepass")))
    node = document.tree.root_node.descendant_for_point_range(place, (place[0], place[1] + 1))
    return node is not None and node.type == "comment"
