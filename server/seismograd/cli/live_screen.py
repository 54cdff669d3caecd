"""A terminal that shows what a script prints, with a few lines of ours kept below it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from typing import TextIO

from seismograd.reports.style import columns, printable

_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])")
LONGEST_LINE = 4096


class LiveScreen:
    """Output scrolls by above; the footer is taken away before it and drawn again after it.

    A line that the script has not ended yet, such as a progress bar, is drawn again with it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._line = ""
        self._footer: Sequence[str] = ()
        self._rows_up = 0

    def write(self, text: str) -> None:
        """What the script printed, as `ScriptOutput` leaves it, or lines of ours."""
        if text:
            self._draw(self._line + text.replace("\r\n", "\n"), self._footer)

    def show(self, footer: Sequence[str]) -> None:
        """Lines of ours, which may carry colours of ours."""
        if footer != self._footer:
            self._draw(self._line, footer)

    def close(self) -> None:
        """Take the footer away for good; what follows begins on a line of its own."""
        self._draw(self._line + "\n" if self._line else "", ())

    def _draw(self, text: str, footer: Sequence[str]) -> None:
        whole, newline, rest = text.rpartition("\n")
        self._line = _after_return(rest)[-LONGEST_LINE:]
        self._footer = footer
        width = max(20, shutil.get_terminal_size().columns)
        shown = [_cut(line, width - 1) for line in footer]
        above = self._line + "\n" if self._line and shown else self._line
        drawn = f"{self._erasing()}{whole}{newline}{above}" + "\n".join(shown)
        self._rows_up = _rows(self._line, width) + len(shown) - 1 if shown else 0
        if not shown and self._line:
            self._rows_up = _rows(self._line, width) - 1
        self._stream.write(_encodable(drawn, self._stream))
        self._stream.flush()

    def _erasing(self) -> str:
        up = f"\x1b[{self._rows_up}A" if self._rows_up else ""
        return f"\r{up}\x1b[J"


def _after_return(line: str) -> str:
    """What is seen of a line that went back to its beginning, as progress bars do."""
    kept = line.rstrip("\r")
    return kept.rpartition("\r")[2] + ("\r" if line.endswith("\r") and kept else "")


def _rows(line: str, width: int) -> int:
    if not line:
        return 0
    return max(1, -(-columns(printable(_ESCAPES.sub("", line))) // width))


def _cut(line: str, width: int) -> str:
    plain = _ESCAPES.sub("", line)
    return line if columns(plain) <= width else plain[: width - 1] + "…"


def _encodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
