"""Secrets in tables, whose first line says what stands in each column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.redaction import REDACTED
from seismograd.redaction.values import (
    has_signs,
    is_bare_password,
    is_literal_secret,
    looks_random,
)
from seismograd_sandbox.secret_names import Strength, strength_of

MOST_ROWS = 200
MOST_COLUMNS = 40
_SEPARATORS = ("\t", "|", ",", ";")
_TITLE = re.compile(r"[ \t]{0,40}[\"']?[A-Za-z][\w .\-/#]{0,60}[\"']?[ \t]{0,40}")
_Columns = dict[int, Strength]


def redact_tables(text: str) -> str:
    """Rows are those below a line of titles that have as many columns."""
    lines = text.split("\n")
    for number, separator, width, columns in list(_headings(lines)):
        for row in range(number + 1, min(number + 1 + MOST_ROWS, len(lines))):
            cells = lines[row].split(separator, MOST_COLUMNS)
            if len(cells) != width:
                break
            lines[row] = separator.join(_without_secrets(cells, columns))
    return "\n".join(lines)


def _headings(lines: list[str]) -> Iterator[tuple[int, str, int, _Columns]]:
    end = -1
    for number, line in enumerate(lines):
        separator = next((one for one in _SEPARATORS if one in line), None)
        if separator is None or number <= end:
            continue
        titles = line.split(separator, MOST_COLUMNS)
        if all(_TITLE.fullmatch(title) for title in titles if title.strip()):
            columns = _secret_columns(titles)
            if columns:
                end = number + MOST_ROWS
                yield number, separator, len(titles), columns


def _secret_columns(titles: list[str]) -> _Columns:
    strengths = ((at, strength_of(title.strip(" \t\"'"))) for at, title in enumerate(titles))
    return {at: strength for at, strength in strengths if strength is not Strength.NONE}


def _without_secrets(cells: list[str], columns: _Columns) -> Iterator[str]:
    for at, cell in enumerate(cells):
        value = cell.strip(" \t\r\"'`")
        is_secret = at in columns and _is_secret(columns[at], value)
        yield cell.replace(value, REDACTED) if is_secret else cell


def _is_secret(strength: Strength, value: str) -> bool:
    match strength:
        case Strength.STRONG:
            return is_bare_password(value) and has_signs(value)
        case Strength.MEDIUM:
            return is_literal_secret(value)
    return looks_random(value)
