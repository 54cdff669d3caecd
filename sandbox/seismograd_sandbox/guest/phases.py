"""How long a run imports, prepares, trains, evaluates and cleans up."""

from __future__ import annotations

from .trace_writer import TraceWriter

FIRST, LAST = "import", "end"
MAX_EVENTS = 200
"""A loop that evaluates after every step changes its phase too often to tell each time."""
SHOW_SETUP = frozenset({"network", "layer", "loader", "loss_function", "optimiser"})
"""Events that do not happen while a run is still importing."""


class Phases:
    """One phase at a time; the stretches of a phase add up."""

    def __init__(self, trace: TraceWriter) -> None:
        self._trace = trace
        self._phase = FIRST
        self._since = 0.0
        self._last_import = 0.0
        self._steps = 0
        self._written = 0
        self._unwritten: dict[str, float] = {}

    def note_import(self) -> None:
        """What is imported before the run does anything else belongs to its first phase."""
        if self._phase == FIRST:
            self._last_import = self._trace.seconds

    def hear(self, kind: str, steps: int) -> None:
        """An event, and the steps so far: a step's own events may come long after it."""
        if self._phase == FIRST and kind in SHOW_SETUP:
            self.enter("setup")
        if steps > self._steps and self._phase != LAST:
            self.enter("train")
        self._steps = steps

    def enter(self, phase: str) -> None:
        if phase == self._phase:
            return
        if self._phase == FIRST:
            self._close(self._last_import)
            self._phase = "setup"
        if phase != self._phase:
            self._close(self._trace.seconds)
        self._phase = phase

    def finish(self) -> None:
        self._close(self._trace.seconds)
        for phase, seconds in self._unwritten.items():
            self._trace.record("phase", {"phase": phase, "seconds": round(seconds, 6)})
        self._unwritten.clear()

    def _close(self, now: float) -> None:
        seconds, self._since = now - self._since, now
        if self._written < MAX_EVENTS:
            self._written += 1
            self._trace.record("phase", {"phase": self._phase, "seconds": round(seconds, 6)})
        else:
            self._unwritten[self._phase] = self._unwritten.get(self._phase, 0.0) + seconds
