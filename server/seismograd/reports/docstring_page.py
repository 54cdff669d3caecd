"""A page for users: what a docstring says, below a table of what the code says."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence

_HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=\.)\s+(?=[A-Z`])")


def docstring_of(one: object, name: str) -> str:
    """Of its class; the name where there is none."""
    return inspect.cleandoc(type(one).__doc__ or name)


def page_markdown(title: str, facts: Iterable[tuple[str, str]], text: str) -> str:
    rows = "\n".join(map(_row, facts))
    return f"# {title}\n\n| | |\n|---|---|\n{rows}\n\n{text}\n"


def table_markdown(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_row(names), "|" + "---|" * len(names), *map(_row, rows)]
    return "\n".join(lines)


def summary_of(text: str) -> str:
    """The first sentence of a page, on one line."""
    paragraphs = (part.strip() for part in _HEADING.sub("", text).split("\n\n"))
    first = " ".join(next(part for part in paragraphs if part).split())
    return _SENTENCE_END.split(first)[0]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A table as lines of text."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
