"""Pairs that a sentence gives for a size it has named before: "image_size ... with (32, 64)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.report.bug_report import NamedValue

_PAIR = r"[(\[]\s?(?P<first>\d{1,5})\s?,\s?(?P<second>\d{1,5})\s?[)\]]"
_CROSSED = r"(?P<rows>\d{1,5})\s?[x×]\s?(?P<columns>\d{1,5})\b"
_SIZE = re.compile(
    r"(?<![\w.])`?(?P<name>[a-z]+_(?:size|shape|resolution|hw))\b`?[^\n]{0,120}?"
    rf"\b(?:with|using|for|at|like|say|to|try|tried|e\.g\.,?)\s`?(?:{_PAIR}|{_CROSSED})",
    re.IGNORECASE,
)


def pairs_in(line: str) -> Iterator[NamedValue]:
    for found in _SIZE.finditer(line):
        first, second = found["first"] or found["rows"], found["second"] or found["columns"]
        yield NamedValue(found["name"], f"({first}, {second})", found.group())
