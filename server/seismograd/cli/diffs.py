"""Unified diffs, coloured where the terminal can."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from seismograd.reports.style import Style

_DIFF_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def unified_diff(label: str, old: str, new: str) -> Iterator[str]:
    for line in difflib.unified_diff(_lines(old), _lines(new), label, label):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def painted_line(line: str, style: Style) -> str:
    colour = "bold" if line.startswith(("+++", "---")) else _DIFF_COLOURS.get(line[0])
    return style.paint(line.rstrip("\n"), colour) + "\n" if colour else line


def _lines(text: str) -> list[str]:
    # Only line feeds end a line; `splitlines` would also cut at form feeds and the like.
    pieces = text.split("\n")
    return [piece + "\n" for piece in pieces[:-1]] + ([pieces[-1]] if pieces[-1] else [])
