"""Metrics that a script prints: a name and a number that come again in lines of one form.

Nothing is known about the wording. Lines whose numbers have the same words before them are of one
form, and each number of a form is a series. What a run printed is untrusted: the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from seismograd.traces.metric_names import SPLITS, parts_of, split_of
from seismograd.traces.printed_lines import PrintedLine, PrintedNumber, read_line
from seismograd.traces.tallies.kept import EvenlySpread

MOST_CHARACTERS = 8_000_000
"""Of the output: its beginning and its end, half each."""
MOST_FORMS = 500
MOST_VALUES = 2_000
MOST_WORDS = 4
MOST_NAME = 80
Form = tuple[tuple[str, ...], ...]
_LINE_END = re.compile(r"[\r\n]+")
_COUNTERS = frozenset(("epoch", "epochs", "step", "steps", "iter", "iteration", "batch"))
_OF_NO_SPLIT = _COUNTERS | frozenset(
    ("lr", "learning", "rate", "time", "seconds", "sec", "s", "ms", "elapsed", "momentum", "seed")
)
_COLUMNS = re.compile(r"\s{2,}|\t|[|,]")


@dataclass(frozen=True)
class PrintedSeries:
    """One number of one form of line, in the order in which it was printed."""

    name: str
    values: tuple[float, ...]
    lines: tuple[int, ...]
    """Where each was printed, counted from 1 in the text."""
    counters: tuple[float, ...] = ()
    """The epoch or step that the same line has, for each value; empty where it has none."""
    split: str | None = None
    """`train`, `validation` or `test`, where the line says so."""
    percent: bool = False
    count: int = 0
    """How often it was printed; of very many, some are kept."""
    is_counter: bool = False
    """Whole numbers at even distances: an epoch or a step, no metric."""


@dataclass
class _Lines:
    """The lines of one form."""

    first: PrintedLine
    header: tuple[str, ...]
    varying: set[tuple[int, str]] = field(default_factory=set)
    """Words before a number that are not the same in all lines, like `epoch3`."""
    found: EvenlySpread[tuple[int, PrintedLine]] = field(
        default_factory=lambda: EvenlySpread(MOST_VALUES)
    )


def printed_metrics(text: str, fewest: int = 2) -> dict[str, PrintedSeries]:
    """By name; `fewest`: how often a number must come to be a series."""
    series: dict[str, PrintedSeries] = {}
    for lines in _forms(text).values():
        if lines.found.count >= fewest:
            for one in _series_of(lines):
                series[_free_name(one.name, series)] = one
    return series


def _forms(text: str) -> dict[Form, _Lines]:
    forms: dict[Form, _Lines] = {}
    header: tuple[str, ...] = ()
    for at, line in _lines(text):
        read = read_line(line)
        if not read.numbers:
            header = _header(line, read.last_words) if read.last_words else header
            continue
        form = form_of(read)
        if not any(form):
            form = (header,) * len(read.numbers)
        if form not in forms and len(forms) == MOST_FORMS:
            continue
        known = forms.setdefault(form, _Lines(read, header))
        known.varying |= _changed_words(known.first, read)
        known.found.offer((at, read))
        header = () if any(number.words for number in read.numbers) else header
    return forms


def form_of(line: PrintedLine) -> Form:
    """The words before each of its numbers."""
    return tuple(_stems(number.words) for number in line.numbers)


def _header(line: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words over the columns of a table; a sentence is none."""
    columns = [column for column in _COLUMNS.split(line.strip()) if column.strip()]
    is_table = len(columns) == len(words) or words[0].lower() in _COUNTERS
    return words if is_table else ()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered from 1; what a progress bar writes over is a line as well."""
    half = MOST_CHARACTERS // 2
    parts = [text] if len(text) <= MOST_CHARACTERS else [text[:half], text[-half:]]
    left_out = text.count("\n", half, len(text) - half) if len(parts) > 1 else 0
    at = 1
    for part in parts:
        for line in part.split("\n"):
            for piece in _LINE_END.split(line):
                if piece.strip():
                    yield at, piece
            at += 1
        at += left_out - 1


def _series_of(lines: _Lines) -> list[PrintedSeries]:
    items = lines.found.items
    names = _names(lines)
    columns = [[read.numbers[at] for _, read in items] for at in range(len(names))]
    pairs = list(zip(names, columns, strict=True))
    counters = next((column for (name, _), column in pairs if _counts(name, column)), None)
    made = []
    for (name, split), column in pairs:
        if name:
            one = PrintedSeries(
                name=name,
                values=tuple(number.value for number in column),
                lines=tuple(at for at, _ in items),
                counters=() if counters is None else tuple(number.value for number in counters),
                split=split,
                percent=column[0].percent,
                count=lines.found.count,
                is_counter=_counts(name, column),
            )
            made.append(one)
    return made


def _counts(name: str, column: list[PrintedNumber]) -> bool:
    """Whole numbers that go up evenly, but for a last one that may come earlier."""
    if not all(number.is_whole for number in column):
        return False
    words = [part for part in parts_of(name) if not part.isdigit()]
    if _COUNTERS & set(words[-1:]):
        return True
    steps = [later.value - earlier.value for earlier, later in pairwise(column)]
    even = set(steps[:-1] or steps)
    return len(even) == 1 and min(steps) > 0 and (len(steps) > 1 or even == {1.0})


def _names(lines: _Lines) -> list[tuple[str, str | None]]:
    """For each number its name and its split; an empty name where nothing says what it is."""
    numbers = lines.first.numbers
    if not any(number.words for number in numbers):
        return _names_of_row(lines)
    names: list[tuple[str, str | None]] = []
    split: str | None = None
    before: list[str] = []
    for at, number in enumerate(numbers):
        words = [word for word in number.words if (at, word) not in lines.varying]
        words = before = _with_metric(words or list(_stems(number.words)), before)
        parts = [part for word in words for part in parts_of(word)]
        split = next((SPLITS[part] for part in parts if part in SPLITS), split)
        name = " ".join(words[-MOST_WORDS:])[:MOST_NAME]
        own = None if set(parts) & _OF_NO_SPLIT or number.after_slash else split
        names.append((_qualified(name, parts, own) if name else "", own))
    return names


def _names_of_row(lines: _Lines) -> list[tuple[str, str | None]]:
    """Of numbers alone: named by the last line before them, where it has a word for each."""
    header, last = lines.header, lines.first.last_words
    count = len(lines.first.numbers)
    if count == 1 and last:
        return [(" ".join(last[:MOST_WORDS])[:MOST_NAME], None)]
    if len(header) != count:
        return [(f"column {at}", None) for at in range(1, count + 1)]
    return [(word[:MOST_NAME], split_of(word)) for word in header]


def _with_metric(words: list[str], before: list[str]) -> list[str]:
    """`val` of `loss train 0.5 val 0.6` is a loss; `before`: the words of the number before it."""
    is_split = bool(words) and all(word.lower() in SPLITS for word in words)
    metric = [word for word in before if split_of(word) is None]
    return [*words, *metric] if is_split and len(metric) < len(before) else words


def _qualified(name: str, parts: list[str], split: str | None) -> str:
    if split is None or any(part in SPLITS for part in parts):
        return name
    return f"{split} {name}"


def _changed_words(first: PrintedLine, line: PrintedLine) -> set[tuple[int, str]]:
    pairs = enumerate(zip(first.numbers, line.numbers, strict=True))
    return {(at, word) for at, (old, new) in pairs for word in old.words if word not in new.words}


def _stems(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without digits at the end: `epoch3` and `epoch4` are one word."""
    return tuple(word.rstrip("0123456789") or word for word in words)


def _free_name(name: str, taken: dict[str, PrintedSeries]) -> str:
    number = 2
    free = name
    while free in taken:
        free = f"{name} ({number})"
        number += 1
    return free
