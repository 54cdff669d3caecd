"""A terminal that knows what `LiveScreen` writes."""

from __future__ import annotations

import io
import re

WIDTH = 40
_PIECES = re.compile(r"\x1b\[(\d*)([AJ])|(\r)|(\n)|([^\x1b\r\n]+)")


class Terminal(io.StringIO):
    """Knows the few movements that are used, and wraps long lines."""

    encoding = "utf-8"

    def shown(self) -> list[str]:
        rows, row, column = [""], 0, 0
        for count, letter, back, newline, text in _PIECES.findall(self.getvalue()):
            if letter == "A":
                row -= int(count or 1)
            elif letter == "J":
                rows[row:] = [rows[row][:column]]
            elif back:
                column = 0
            elif newline:
                row, column = row + 1, 0
                rows += [""] * (row + 1 - len(rows))
            for character in text:
                if column == WIDTH:
                    row, column = row + 1, 0
                    rows += [""] * (row + 1 - len(rows))
                rows[row] = rows[row][:column].ljust(column) + character + rows[row][column + 1 :]
                column += 1
        return rows
