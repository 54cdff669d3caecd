"""How a reproduction goes, on standard error, as it goes."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType
from typing import Self

from seismograd.cli.live_screen import LiveScreen
from seismograd.cli.terminal import write
from seismograd.reports.measures import clock
from seismograd.reports.style import Style, printable, terminal_text
from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.results.result import outcome

MOST_OF_IDEA = 100
TICK_S = 1.0


class Display:
    """Lines with the time. On a terminal a last line says what is being done, and for how long.

    A `Listener`, told from the thread that works while another keeps the clock going.
    """

    def __init__(self, style: Style) -> None:
        self._style = style
        self._started = time.monotonic()
        self._attempts = 0
        self._nearest = Stage.NONE
        self._doing = ""
        live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._screen = LiveScreen(sys.stderr) if live else None
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def __enter__(self) -> Self:
        if self._screen is not None:
            threading.Thread(target=self._tick, name="seismograd-clock", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed.set()
        with self._lock:
            if self._screen is not None:
                self._screen.close()

    def stage(self, words: str) -> None:
        self._doing = printable(words).strip()
        self._line(self._style.paint(printable(words), "bold"))

    def criteria(self, fingerprint: Fingerprint) -> None:
        self._line("Looking for:")
        for criterion in fingerprint.criteria:
            self._line(f"  {criterion.id}  {printable(criterion.told)}")

    def plan(self, plan: Plan) -> None:
        self._line("Plan:")
        for number, step in enumerate(plan.steps, start=1):
            self._line(f"  {number:>2}  {_shortened(step)}")

    def attempt(self, attempt: Attempt) -> None:
        self._attempts += 1
        self._nearest = max(self._nearest, attempt.stage)
        held = attempt.stage is Stage.REPEATS
        words = "held: it is kept" if held else f"it {outcome(attempt.stage)}"
        told = self._style.paint(words, "green" if held else "dim")
        self._line(f"  {self._attempts:>3}  {_shortened(attempt.candidate.idea)} → {told}")

    def _line(self, text: str) -> None:
        seconds = time.monotonic() - self._started
        line = terminal_text(f"{self._style.paint(f'{seconds:6.1f} s', 'dim')}  {text}")
        with self._lock:
            if self._screen is None:
                write(line, sys.stderr)
            else:
                self._screen.write(line + "\n")
                self._screen.show([self._status()])

    def _tick(self) -> None:
        while not self._closed.wait(TICK_S):
            with self._lock:
                if self._screen is not None and not self._closed.is_set():
                    self._screen.show([self._status()])

    def _status(self) -> str:
        parts = [self._doing, clock(time.monotonic() - self._started)]
        if self._attempts:
            parts.append(f"{self._attempts} tried, the nearest {outcome(self._nearest)}")
        return self._style.paint(" · ".join([*parts, "Ctrl-C stops"]), "dim")


def _shortened(idea: str) -> str:
    text = printable(idea)
    return text if len(text) <= MOST_OF_IDEA else text[: MOST_OF_IDEA - 1] + "…"
