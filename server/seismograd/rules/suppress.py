"""Write the comment that silences a finding, on its line or for its file."""

from __future__ import annotations

import re

from seismograd.faults import Edit, Finding, Position, Span
from seismograd.rules.suppression import Suppressions
from seismograd.rules.suppression_comments import Suppression
from seismograd.source.document import Document
from seismograd.source.edits import newline_of

_PREAMBLE = re.compile(r"#!|[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+")


def suppress_on_line(document: Document, finding: Finding) -> Edit | None:
    """The edit that silences a finding where it starts; None where no comment can stand there."""
    line = finding.span.start.line
    for comment in Suppressions.of(document):
        if not comment.whole_file and comment.span.start.line == line:
            return _extended(comment, finding.code)
    if not 0 < line <= len(document.lines) or not _can_end_in_comment(document, line):
        return None
    text = document.lines[line - 1]
    end = Position(line, len(text) + 1)
    start = Position(line, len(text.rstrip()) + 1)
    return Edit(Span(document.path, start, end), f"  # seismograd: ignore[{finding.code}]")


def suppress_in_file(document: Document, finding: Finding) -> Edit:
    """The edit that silences a rule in the whole file."""
    for comment in Suppressions.of(document):
        if comment.whole_file:
            return _extended(comment, finding.code)
    top = Position(_lines_of_preamble(document) + 1, 1)
    comment_line = f"# seismograd: ignore-file[{finding.code}]{newline_of(document.text)}"
    return Edit(Span(document.path, top, top), comment_line)


def _extended(comment: Suppression, code: str) -> Edit:
    return comment.with_codes(dict.fromkeys([*comment.codes, code]))


def _can_end_in_comment(document: Document, line: int) -> bool:
    """Whether the end of a line is Python that may be followed by a comment."""
    text = document.lines[line - 1]
    if text.endswith("\\"):
        return False
    end = (line - 1, len(text.encode("utf-8", "surrogatepass")))
    node = document.tree.root_node.descendant_for_point_range(end, end)
    while node is not None:
        if node.type == "string" and node.start_point < end < node.end_point:
            return False
        node = node.parent
    return True


def _lines_of_preamble(document: Document) -> int:
    """Lines that must stay first: an interpreter line and an encoding declaration."""
    count = 0
    for text in document.lines[:2]:
        if not _PREAMBLE.match(text):
            break
        count += 1
    return count
