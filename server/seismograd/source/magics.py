"""IPython's own syntax in notebook cells, turned into Python of the same size.

Every character keeps its line and column, so that places found in the result hold in the cell.
What a magic yields is not known, so a name that is never bound stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

UNKNOWN = "_"
PYTHON_CELL_MAGICS = frozenset({"capture", "memit", "mprun", "prun", "time", "timeit", "wandb"})
PYTHON_LINE_MAGICS = frozenset({"memit", "prun", "time", "timeit"})
_MAGIC = re.compile(r"(?P<indent>\s*)(?P<escape>%%|%|!!|!|\?\??)(?P<name>\w*)")
_ASSIGNED_MAGIC = re.compile(r"[\w.,\s]+=\s*(?P<escape>[%!])(?=[\w.])")
_HELP = re.compile(r"\s*[\w.*]+(?P<marks>\?\??)\s*$")
_TOKEN = re.compile(
    r"""(?P<comment>\#.*) | (?P<triple>\"{3}|'{3}) | (?P<open>[(\[{]) | (?P<close>[)\]}])
    | "(?:\\.|[^"\\])*"? | '(?:\\.|[^'\\])*'? """,
    re.VERBOSE,
)


def neutralise(cell: str) -> str:
    """The cell with IPython's escapes made harmless, line for line and column for column."""
    if not any(mark in cell for mark in "%!?"):
        return cell
    lines = cell.split("\n")
    if _is_foreign(lines):
        return "\n".join(_commented(line) for line in lines)
    return "\n".join(_neutral_lines(lines))


def _is_foreign(lines: list[str]) -> bool:
    """Whether a cell magic hands the whole cell to something other than this kernel's Python."""
    first = next((line for line in lines if line.strip()), "")
    match = _MAGIC.match(first)
    if match is None or match["escape"] != "%%":
        return False
    return match["name"] not in PYTHON_CELL_MAGICS


def _neutral_lines(lines: list[str]) -> Iterator[str]:
    state = _LexicalState()
    in_magic = False
    for line in lines:
        neutral = line if state.inside else _neutral_line(line)
        if in_magic:
            neutral = _commented(line)
        in_magic = neutral != line and line.rstrip().endswith("\\")
        state.feed(neutral)
        yield neutral


def _neutral_line(line: str) -> str:
    if match := _MAGIC.match(line):
        if match["escape"] == "%" and match["name"] in PYTHON_LINE_MAGICS:
            return _timed_statement(line, match)
        return _replaced(line, match.start("escape"))
    if match := _ASSIGNED_MAGIC.match(line):
        return _replaced(line, match.start("escape"))
    if match := _HELP.match(line):
        return _replaced(line, len(line) - len(line.lstrip()))
    return line


def _timed_statement(line: str, match: re.Match[str]) -> str:
    """`%time x = f()` runs the statement in the notebook's own scope."""
    statement = line[match.end() :].lstrip()
    if not statement or statement.startswith("-"):
        return _replaced(line, match.start("escape"))
    padding = len(line) - match.start("escape") - len(statement) - 2
    return f"{match['indent']}{UNKNOWN};{' ' * padding}{statement}"


def _replaced(line: str, start: int) -> str:
    return line[:start] + UNKNOWN + _commented(line[start + 1 :])


def _commented(line: str) -> str:
    """A comment that says nothing: words in another language are no comments for us."""
    return "#".ljust(len(line)) if line.strip() else line


class _LexicalState:
    """Whether the next line begins inside a string, brackets or a continued statement."""

    def __init__(self) -> None:
        self._depth = 0
        self._quotes: str | None = None
        self._continued = False

    @property
    def inside(self) -> bool:
        return self._depth > 0 or self._quotes is not None or self._continued

    def feed(self, line: str) -> None:
        place = 0
        self._continued = line.endswith("\\")
        while place < len(line):
            place = self._past_string(line, place) if self._quotes else self._next(line, place)

    def _past_string(self, line: str, place: int) -> int:
        end = line.find(self._quotes or "", place)
        if end < 0:
            return len(line)
        self._quotes = None
        return end + 3

    def _next(self, line: str, place: int) -> int:
        token = _TOKEN.search(line, place)
        if token is None:
            return len(line)
        if token["comment"]:
            self._continued = False
        self._quotes = token["triple"]
        self._depth = max(0, self._depth + bool(token["open"]) - bool(token["close"]))
        return token.end()
