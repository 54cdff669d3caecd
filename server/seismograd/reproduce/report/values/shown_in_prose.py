"""Calls in sentences, and what they are said to come to: "`f(2)` gives 4 instead of 3"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.report.blocks import blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.inline_code import CODE_SPAN
from seismograd.reproduce.report.prose import paragraphs
from seismograd.reproduce.report.values.notes import read_note
from seismograd.reproduce.report.values.shown import Shown
from seismograd.source.shallow_parse import parse_expression

MOST_TEXT = 20_000
MOST_OF_A_NOTE = 240
_FULL_STOP = re.compile(r"(?<=\d)\.(?=\s|$)")
_STANDS_ALONE = re.compile(r"\s*(?:$|[.,;:!?)(–—-]|(?:instead|but|and|rather|not|while|where)\b)")
"""A number before any other word counts something."""


def shown_in_prose(report: BugReport) -> tuple[Shown, ...]:
    """Calls of which the report says what they should come to.

    That a value is another one than before proves nothing in a sentence: many are told in passing.
    """
    return tuple(
        one
        for block in blocks_of(report.text[:MOST_TEXT].splitlines())
        if not block.is_code
        for paragraph in paragraphs(block)
        for one in _shown(paragraph)
    )


def _shown(paragraph: str) -> Iterator[Shown]:
    spans = list(CODE_SPAN.finditer(paragraph))
    calls = [(span, call) for span in spans if (call := _call(span["code"].strip())) is not None]
    ends = [*(span.start() for span, _ in calls[1:]), len(paragraph)]
    for (span, call), end in zip(calls, ends, strict=False):
        said = paragraph[span.end() : end].replace("`", "")[:MOST_OF_A_NOTE]
        said = _FULL_STOP.sub(" .", said)
        note = read_note(said)
        if note.seen and note.expected and _STANDS_ALONE.match(said[note.seen.end :]):
            yield Shown(call, 1, call, note.seen, note.expected, is_doubted=True)


def _call(code: str) -> str | None:
    """An expression that calls something with arguments, of which none is left out."""
    try:
        node = parse_expression(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    nodes = list(ast.walk(node))
    has_gaps = any(isinstance(n, ast.Constant) and n.value is ... for n in nodes)
    is_given = any(isinstance(n, ast.Call) and (n.args or n.keywords) for n in nodes)
    return ast.unparse(node) if is_given and not has_gaps else None
