"""Watch a trial while it runs, and stop it where its symptoms or its pace say that it will come to
nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from seismograd.repair.objective import Objective
from seismograd.repair.search.strategy import Progress
from seismograd.repair.trials.goals import Goal, Goals
from seismograd.repair.trials.prospects import (
    best_end,
    best_end_by_others,
    course_of_losses,
    foretold_from,
    has_moved,
)
from seismograd.repair.verification.learning import NOT_LEARNING
from seismograd.runs.trial import RunningTrial, TrialResult
from seismograd.traces.history import RunHistory
from seismograd.traces.live_symptoms import LiveSymptoms
from seismograd.traces.reader import TraceReader
from seismograd.traces.trace_file import TraceUnreadable

HOPELESS = frozenset({"diverged-to-nan", "loss-diverges"})
"""Symptoms that do not go away by themselves."""
LATER_HOPELESS = NOT_LEARNING | {"dead-units"}
ENOUGH = 0.4
"""Of the training: who has learned nothing by then hardly ever does later."""
EVERY_S = 0.2
"""Between two looks at the symptoms: many trainings take a few seconds."""
FALLEN = 0.03
"""Of the mean loss in the first half of the steps so far: what the second half has to be below."""
NO_PROSPECTS = "at this pace no better than without changes, or than the best so far"


@dataclass
class TrialMonitor:
    """Asked again and again by the runner; remembers why it has stopped the trial."""

    objective: Objective
    steps: int
    """Of the training as it is."""
    by_symptoms: bool
    by_strategy: Callable[[Progress], bool] = lambda progress: False
    baseline: float = float("inf")
    """The error of the training as it is: a trial with a smaller one is not stopped."""
    goals: Goals = field(default_factory=Goals)
    reason: str = ""
    progress: list[Progress] = field(default_factory=list)
    _trace: Path | None = None
    _reader: TraceReader | None = None
    _history: RunHistory = field(default_factory=RunHistory)
    _symptoms: LiveSymptoms | None = None

    def __call__(self, running: RunningTrial) -> bool:
        """Whether to stop it."""
        self._read(running)
        share = self._history.step_count / self.steps if self.steps else 0.0
        is_given_up = self._is_given_up(running, share)
        return is_given_up or (self.by_symptoms and self._is_hopeless(running, share))

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()

    def _read(self, running: RunningTrial) -> None:
        if self._reader is None or running.trace != self._trace:
            self._begin(running.trace)
        assert self._reader is not None
        with suppress(OSError, TraceUnreadable):
            for event in self._reader.new():
                self._history.take(event)

    def _begin(self, trace: Path) -> None:
        """Anew, where the trial was lost with its machine and runs again."""
        self.close()
        self._trace, self._reader = trace, TraceReader(trace)
        self._history = RunHistory()
        self._symptoms = LiveSymptoms(self._history, every_s=EVERY_S)
        self.progress.clear()

    def _is_hopeless(self, running: RunningTrial, share: float) -> bool:
        found = {one.name for one in self._symptoms.refresh()} if self._symptoms else set()
        signs = found & HOPELESS
        if not signs and share >= ENOUGH and not self._is_getting_better():
            signs = found & LATER_HOPELESS
        if not signs and self._is_too_slow(running, share):
            signs = {NO_PROSPECTS}
        self.reason = ", ".join(sorted(signs))
        return bool(signs)

    def _is_too_slow(self, running: RunningTrial, share: float) -> bool:
        """By the objective; where a script tells it only at its end, by the loss."""
        course = [
            self.objective.error(value) for value in self.objective.series(self._so_far(running))
        ]
        if best_end(course, share) is not None:
            return self._misses(self.goals.error, course, share)
        losses = course_of_losses(self._history)
        return not self._is_better_already() and self._misses(self.goals.loss, losses, share)

    def _misses(self, goal: Goal, course: Sequence[float], share: float) -> bool:
        is_foretold = self._misses_by_pace(goal, course, share)
        end = best_end_by_others(course, share, goal.finished)
        return is_foretold or (end is not None and end >= goal.below)

    def _misses_by_pace(self, goal: Goal, course: Sequence[float], share: float) -> bool:
        end = best_end(course, share) if share >= goal.since else None
        if end is None or end < goal.below:
            return False
        if goal.is_by_own_course and foretold_from([course]) is None:
            return False
        return has_moved(course) or not self._is_getting_better()

    def _is_getting_better(self) -> bool:
        """Who has only begun to learn is no better than a guess yet."""
        losses = [point.value for point in self._history.data_losses]
        half = len(losses) // 2
        before, now = (fmean(some) if some else 0.0 for some in (losses[:half], losses[half:]))
        is_falling = now < before - FALLEN * abs(before)
        return is_falling or self._is_better_already()

    def _is_better_already(self) -> bool:
        """Than the training as it is at its end."""
        return any(one.error < self.baseline for one in self.progress[-1:])

    def _is_given_up(self, running: RunningTrial, share: float) -> bool:
        value = self.objective.value(self._so_far(running))
        is_new = not self.progress or share > self.progress[-1].share
        if value is None or not is_new:
            return False
        self.progress.append(Progress(share, self.objective.error(value)))
        if not self.by_strategy(self.progress[-1]):
            return False
        self.reason = "worse than others at this point"
        return True

    def _so_far(self, running: RunningTrial) -> TrialResult:
        return TrialResult(self._history, has_failed=False, output=running.output)
