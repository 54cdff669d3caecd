"""What is shown while a repair searches: a table on a terminal, a line for each trial in a pipe."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from seismograd.cli.live_screen import LiveScreen
from seismograd.cli.trouble import say
from seismograd.repair.objective import Objective, value_text
from seismograd.repair.progress import RepairProgress
from seismograd.repair.repair_training import Listener
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord, changes_text
from seismograd.reports.measures import clock
from seismograd.reports.repair_text import outcome_of_trial, trial_line
from seismograd.reports.style import Style, printable

REDRAWN_EVERY_S = 1.0
RULE_WIDTH = 33
VALUE_WIDTH = 8
"""At least: numbers have up to eight characters."""


@contextmanager
def listening(trainings: int, style: Style) -> Iterator[Listener]:
    """`trainings`: budget of the search."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield TrialLines().listener
        return
    table = TrialTable(LiveScreen(sys.stderr), trainings, style)
    done = Event()
    ticking = Thread(target=_tick, args=(table, done), name="seismograd-table", daemon=True)
    ticking.start()
    try:
        yield table.listener
    finally:
        done.set()
        ticking.join()
        table.close()


def _tick(table: TrialTable, done: Event) -> None:
    while not done.wait(REDRAWN_EVERY_S):
        table.draw()


class TrialLines:
    def __init__(self) -> None:
        self._objective: Objective | None = None
        self._best: float | None = None
        self.listener = Listener(say, self._begin, self._trial)

    def _begin(self, objective: Objective, value: float | None) -> None:
        self._objective, self._best = objective, value
        say(_objective_line(objective, value))

    def _trial(self, record: TrialRecord) -> None:
        if self._objective is None:
            return
        if self._objective.gain(self._best, record.value) > 0:
            self._best = record.value
        say(trial_line(record, self._objective, self._best))


class TrialTable:
    """A row for each trial; below the rows stands how far the search is, and the best so far."""

    def __init__(self, screen: LiveScreen, trainings: int, style: Style) -> None:
        self._screen = screen
        self._style = style
        self._progress = RepairProgress(trainings)
        self._started = time.monotonic()
        self._lock = Lock()
        self.listener = Listener(self._say, self._begin, self._trial)

    def draw(self) -> None:
        """Once more, since time goes on."""
        with self._lock:
            told = f"{self._progress.line}  {clock(time.monotonic() - self._started)}"
            rule = self._style.paint("─" * RULE_WIDTH, "dim")
            self._screen.show([rule, printable(told)])

    def close(self) -> None:
        with self._lock:
            self._screen.close()

    def _say(self, text: str) -> None:
        self._progress.listener.say(text)
        self._write(f"seismograd: {printable(text)}")

    def _begin(self, objective: Objective, value: float | None) -> None:
        self._progress.listener.baseline(objective, value)
        self._write(f"seismograd: {printable(_objective_line(objective, value))}")
        names = _row("trial", objective.name, "seconds", "changes", _width(objective))
        self._write(self._style.paint(printable(names), "dim"))

    def _trial(self, record: TrialRecord) -> None:
        self._progress.listener.trial(record)
        objective = self._progress.objective
        if objective is None:
            return
        text = f"{changes_text(record.values)}{outcome_of_trial(record)}"
        seconds, value = f"{record.seconds:.1f}", value_text(record.value)
        row = _row(str(record.number), value, seconds, text, _width(objective))
        self._write(self._painted(printable(row), record))

    def _painted(self, row: str, record: TrialRecord) -> str:
        if record is self._progress.best:
            return self._style.paint(row, "green")
        has_finished = record.outcome is TrialOutcome.FINISHED
        return row if has_finished else self._style.paint(row, "dim")

    def _write(self, line: str) -> None:
        with self._lock:
            self._screen.write(f"{line}\n")
        self.draw()


def _objective_line(objective: Objective, value: float | None) -> str:
    told = f"objective: {objective.name} ({objective.direction})"
    return f"{told}, without changes {value_text(value)}"


def _width(objective: Objective) -> int:
    return max(VALUE_WIDTH, len(objective.name))


def _row(number: str, value: str, seconds: str, changes: str, width: int) -> str:
    return f"{number:>5}  {value:>{width}}  {seconds:>7}  {changes}"
