"""Rows of text set in columns."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.reports.style import columns, printable

INDENT = "  "


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Lines of a table; columns that say nothing in any row are left out."""
    cells = [[_cell(value) for value in row] for row in rows]
    kept = [at for at in range(len(heads)) if any(row[at] for row in cells)]
    lines = [[heads[at] for at in kept], *([row[at] for at in kept] for row in cells)]
    widths = [max(columns(line[at]) for line in lines) for at in range(len(kept))]
    return [_line(line, widths) for line in lines]


def _cell(value: object) -> str:
    if value is None or value == []:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_cell(item) or "?" for item in value)
    return printable(str(value))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell + " " * (width - columns(cell)) for cell, width in zip(cells, widths, strict=True)
    ]
    return (INDENT + INDENT.join(padded)).rstrip()
