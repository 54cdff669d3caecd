"""How a reproduction goes, on standard error, as it goes."""

from __future__ import annotations

import sys
import time

from seismograd.cli.terminal import write
from seismograd.reports.style import Style, printable
from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.result import outcome

MOST_OF_IDEA = 100


class Display:
    def __init__(self, style: Style) -> None:
        self._style = style
        self._started = time.monotonic()
        self._attempts = 0

    def stage(self, words: str) -> None:
        self._line(self._style.paint(words, "bold"))

    def criteria(self, fingerprint: Fingerprint) -> None:
        self._line("Looking for:")
        for criterion in fingerprint.criteria:
            self._line(f"  {criterion.id}  {printable(criterion.fact)}")

    def attempt(self, attempt: Attempt) -> None:
        self._attempts += 1
        colour = "green" if attempt.rung is Rung.REPEATS else "dim"
        idea = printable(attempt.candidate.idea)[:MOST_OF_IDEA]
        words = self._style.paint(outcome(attempt.rung), colour)
        self._line(f"  {self._attempts:>3}  {idea} It {words}.")

    def _line(self, text: str) -> None:
        seconds = time.monotonic() - self._started
        write(f"{self._style.paint(f'{seconds:6.1f} s', 'dim')}  {text}", sys.stderr)
