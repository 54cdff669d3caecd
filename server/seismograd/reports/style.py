"""Colours of the terminal, and text made fit for it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from seismograd.faults import Severity

_RESET = "\x1b[0m"
_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "1;31",
    "yellow": "1;33",
    "blue": "1;34",
    "cyan": "1;36",
    "green": "32",
}
_BY_SEVERITY = {
    Severity.ERROR: "red",
    Severity.WARNING: "yellow",
    Severity.INFO: "blue",
    Severity.HINT: "cyan",
}
_OWN_CODE = re.compile("(" + "|".join(rf"\x1b\[{code}m" for code in ("0", *_CODES.values())) + ")")
TAB = 4


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text where colour is wanted, and leaves it plain where not."""

    colour: bool = False

    def paint(self, text: str, name: str) -> str:
        return f"\x1b[{_CODES[name]}m{text}{_RESET}" if self.colour and text else text

    def severity(self, text: str, severity: Severity) -> str:
        return self.paint(text, _BY_SEVERITY[severity])


def printable(text: str) -> str:
    """The text without characters that would steer the terminal; tabs become spaces."""
    if text.isprintable():
        return text
    return "".join(map(_printable_character, text))


def _printable_character(character: str) -> str:
    if character == "\t":
        return " " * TAB
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return "\N{REPLACEMENT CHARACTER}" if hidden else character


def terminal_text(text: str) -> str:
    """A whole output, fit for a terminal: line ends, tabs and our own colours stay."""
    lines = text.split("\n")
    return "\n".join(line if line.isprintable() else _terminal_line(line) for line in lines)


def _terminal_line(line: str) -> str:
    pieces = _OWN_CODE.split(line.removesuffix("\r"))
    pieces[::2] = ["\t".join(map(printable, piece.split("\t"))) for piece in pieces[::2]]
    return "".join(pieces)


def columns(text: str) -> int:
    """How many terminal cells a printable text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
