"""Numbers and other values as people write them."""

from __future__ import annotations

import ast
import math
import re
from types import EllipsisType

from seismograd.reproduce.report.bug_report import BugReport

Scalar = str | float | bool | None
NUMBER = r"[-+]?(?:\d[\d_]{0,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,4})?"
WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "single": 1,
}  # fmt: skip
LITERAL = (
    rf"(?:{NUMBER}(?!\w|\.\w)|\"[^\"\n]{{0,200}}\"|'[^'\n]{{0,200}}'|"
    r"[Tt]rue\b|[Ff]alse\b|None\b|null\b|[\[(][-\d., xe]{1,100}[\])])"
)
_MOST_ITEMS = 8
_WHOLE_NUMBER = re.compile(NUMBER)
_NAMED: dict[str, Scalar] = {"true": True, "false": False, "none": None, "null": None}


def scalar_of(text: str) -> Scalar:
    """The number, truth value or string that a text stands for; sequences stay text."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    if text.lower() in _NAMED:
        return _NAMED[text.lower()]
    number = number_of(text)
    return text if number is None else number


def number_of(text: str) -> float | None:
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    if not _WHOLE_NUMBER.fullmatch(text):
        return None
    try:
        return int(text.removesuffix("."))  # the end of a sentence, as often as not
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def scalar_of_node(node: ast.expr) -> Scalar | EllipsisType:
    """The value of an expression that is plain to see; `...` for all others."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return ...
    if isinstance(value, tuple | list) and 0 < len(value) <= _MOST_ITEMS:
        return ast.unparse(node) if all(isinstance(o, str | int | float) for o in value) else ...
    return value if isinstance(value, str | int | float | None) else ...


MOST_TEXT = 200_000
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w.]*\d)")
_BY = re.compile(r"(?<=\d)[x×](?=\d)")


def numbers_in(report: BugReport) -> frozenset[int]:
    text = _BY.sub(" x ", f"{report.title}\n{report.text}"[:MOST_TEXT])
    return frozenset(map(int, _NUMBER.findall(text)))
