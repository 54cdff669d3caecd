"""What commands have printed line by line, as a report quotes it: `epoch 3 loss 0.69 kl -4.8`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seismograd.reproduce.report.blocks import blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.commands import Command, commands_of_text
from seismograd.reproduce.report.values.figures import MOST_TEXT, command_in

FEWEST_ROWS = 3
"""Two lines may be alike by chance."""
MOST_LINES = 400
_ENTRY = re.compile(
    r"(?P<label>[A-Za-z][\w@/-]{0,30}(?: [A-Za-z][\w@/-]{0,20})?)\s{0,8}(?:[:=|]\s{0,8}|\s)"
    r"(?P<value>-?(?:\d{1,12}(?:\.\d{1,12})?(?:e[-+]?\d{1,3})?|nan|inf)(?![\w.]))",
    re.I,
)
_COUNTERS = re.compile(r"(?:epochs?|steps?|iter\w*|batch\w*|it|time|eta|seed|lr|line|gpu)\b", re.I)
_LOSS = re.compile(r"(?:^|[\s_/-])(?:loss|perplexity|ppl|nll|bce|mse)$", re.I)


@dataclass(frozen=True, slots=True)
class LoggedRun:
    command: Command
    columns: Mapping[str, tuple[float, ...]]
    """What stood behind each name, from the first line to the last."""

    @property
    def loss(self) -> str | None:
        """The name that it prints a loss under."""
        return next((label for label in self.columns if _LOSS.search(label)), None)


def logged_runs(report: BugReport) -> list[LoggedRun]:
    """In the order of the report; only what has gone on for some lines."""
    rows: dict[Command, dict[str, list[float]]] = {}
    for command, label, value in _entries(report):
        rows.setdefault(command, {}).setdefault(label, []).append(value)
    runs = [LoggedRun(command, _long(columns)) for command, columns in rows.items()]
    return [run for run in runs if run.columns]


def is_constant(values: tuple[float, ...]) -> bool:
    """Alike to the last digit, and not nought, which is as far as a loss can fall."""
    return len(set(values)) == 1 and values[0] != 0 and not values[0].is_integer()


def is_broken(values: tuple[float, ...]) -> bool:
    return not all(map(math.isfinite, values))


def _long(columns: Mapping[str, list[float]]) -> dict[str, tuple[float, ...]]:
    return {name: tuple(row) for name, row in columns.items() if len(row) >= FEWEST_ROWS}


def _entries(report: BugReport) -> Iterator[tuple[Command, str, float]]:
    current: Command | None = None
    for block in blocks_of(report.text[:MOST_TEXT].splitlines()):
        if not block.is_code:
            current = command_in(" ".join(block.text.split()), current)
            continue
        for line in block.lines[:MOST_LINES]:
            run = commands_of_text(line)
            current = run[-1] if run else current
            if current is not None and current.target and not run:
                yield from ((current, *entry) for entry in _of_line(line))


def _of_line(line: str) -> Iterator[tuple[str, float]]:
    for found in _ENTRY.finditer(line):
        if not _COUNTERS.match(found["label"]):
            yield found["label"], float(found["value"])
