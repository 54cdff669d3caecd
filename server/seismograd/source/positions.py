"""Columns in the three units that people and protocols count in."""

from __future__ import annotations

from enum import StrEnum


class Encoding(StrEnum):
    """The unit of a column; the values are the names that the language server protocol uses."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    CODE_POINTS = "utf-32"


def width(text: str, encoding: Encoding) -> int:
    """How many units the text takes."""
    if encoding is Encoding.CODE_POINTS or text.isascii():
        return len(text)
    if encoding is Encoding.UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(1 for character in text if character > "\uffff")


def to_code_points(line: str, column: int, encoding: Encoding) -> int:
    """Turn a 0-based column of a line into code points; past the end means the end."""
    if encoding is Encoding.CODE_POINTS or line.isascii():
        return min(column, len(line))
    units = 0
    for index, character in enumerate(line):
        if units >= column:
            return index
        units += width(character, encoding)
    return len(line)


def from_code_points(line: str, column: int, encoding: Encoding) -> int:
    """Turn a 0-based column in code points into another unit."""
    if encoding is Encoding.CODE_POINTS or line.isascii():
        return min(column, len(line))
    return width(line[:column], encoding)
