"""The numbers of a printed line, each with the words before it."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_LENGTH = 1_000
"""Of a line: longer ones are tensors and tables, not reports of progress."""
MOST_NUMBERS = 40
_NUMBER = r"[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_UNIT = r"[a-zA-Z]{1,3}(?:/[a-zA-Z]{1,6})?"
_TOKEN = re.compile(
    rf"(?P<number>(?<![\w.])(?<!\w-)(?:{_NUMBER}(?=%|(?:{_UNIT})?(?!\w|\.\w))"
    r"|[-+]?(?i:nan|inf|infinity)(?!\w)))"
    rf"(?P<unit>\s?%|{_UNIT}(?!\w))?"
    r"|(?P<word>[A-Za-z_][\w@]*(?:[-.][A-Za-z_][\w@]*)*)"
)
_ESCAPES = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
_CLOCK = re.compile(r"\d{4}[-/]\d\d[-/]\d\d|\d{1,3}:\d\d(?::\d\d)?(?:[.,]\d+)?")
_BAR = re.compile(r"(?<=%)\|[^|]*\||\[[=>.\-# ]{5,}\]|[\u2500-\u259f]+")
_NO_NAMES = frozenset(
    (
        *("tensor", "array", "device", "cuda", "cpu", "dtype", "grad_fn", "item", "np", "numpy"),
        *("float", "float16", "float32", "float64", "int64", "torch", "root", "main", "__main__"),
        *("is", "was", "are", "of", "the", "a", "an", "at", "info", "debug", "warning"),
        *("in", "on", "for", "to", "and", "with", "after", "now", "so", "far", "current"),
    )
)
"""Words that stand before a number and do not say what it is."""
_LEVELS = frozenset({"ERROR", "CRITICAL"})
"""Of a log, always in capitals: an error is a metric."""


@dataclass(frozen=True)
class PrintedNumber:
    words: tuple[str, ...]
    """Between the number before it and itself, without those that say nothing."""
    value: float
    percent: bool = False
    is_whole: bool = False
    after_slash: bool = False
    """The second of `3/10`."""


@dataclass(frozen=True)
class PrintedLine:
    numbers: tuple[PrintedNumber, ...] = ()
    last_words: tuple[str, ...] = ()
    """After the last number."""


def read_line(line: str) -> PrintedLine:
    """Of any text; empty where a line is too long to be a report of progress."""
    if len(line) > MOST_LENGTH:
        return PrintedLine()
    line = _BAR.sub(" ", _CLOCK.sub(" ", _ESCAPES.sub("", line)))
    numbers: list[PrintedNumber] = []
    words: list[str] = []
    end = 0
    for token in _TOKEN.finditer(line):
        if token["word"] is not None:
            if token["word"].lower() not in _NO_NAMES and token["word"] not in _LEVELS:
                words.append(token["word"])
            continue
        if len(numbers) == MOST_NUMBERS:
            return PrintedLine()
        numbers.append(_number(token, tuple(words), line[end : token.start()]))
        words, end = [], token.end()
    return PrintedLine(tuple(numbers), tuple(words))


def _number(token: re.Match[str], words: tuple[str, ...], between: str) -> PrintedNumber:
    text = token["number"].replace(",", "")
    return PrintedNumber(
        words,
        float(text),
        percent=(token["unit"] or "").strip() == "%",
        is_whole=text.lstrip("+-").isdigit(),
        after_slash=between.strip() in ("/", "of", "out of"),
    )
