"""Ask interventions: paired runs with and without a change, with the same seeds."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median

from seismograd.localise.interventions.intervention import Answer, Intervention
from seismograd.localise.sign_flip import PAIRS
from seismograd.runs.trial import Trial, TrialResult
from seismograd.traces.history import RunHistory
from seismograd.traces.windows import finite

LAST = 5
"""A fifth of the steps: over it the loss is averaged."""
FEWEST_STEPS = 60
SHARE = 1 / 3
"""Of the training: what a fault of the loop or of the learning rate does, it does early."""
TRAININGS = 3.0
"""What experiments may take, in times of the training itself."""
LEAST_S, MOST_S = 120.0, 600.0
"""Starting an interpreter alone takes seconds, which a training of seconds does not pay."""


RunTrial = Callable[[Trial], TrialResult]


@dataclass
class Experiments:
    """Within a budget of seconds; `tell` hears of what is going on."""

    run_trial: RunTrial
    whole: RunHistory
    """The run that is diagnosed."""
    budget_s: float
    tell: Callable[[str], None] = lambda text: None
    is_cancelled: Callable[[], bool] = lambda: False
    at_once: int = field(default_factory=lambda: max(1, min(2, os.cpu_count() or 1)))
    _started: float = field(default_factory=time.monotonic)
    _baselines: dict[int, float] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        """A share of the training, or less where all pairs of a question must fit the budget."""
        first = next((one.t for one in self.whole.steps if one.step is not None), 0.0)
        count = self.whole.step_count
        pace = max(self.whole.seconds - first, 1e-3) / max(count, 1)
        time_left = self.budget_s * self.at_once / (2 * PAIRS) - first
        return max(min(FEWEST_STEPS, count), min(int(count * SHARE), int(time_left / pace)))

    def ask(self, question: Intervention) -> Answer | None:
        """None where the budget does not allow for it, or somebody stops it."""
        before: list[float] = []
        after: list[float] = []
        for shift in range(1, PAIRS + 1):
            if time.monotonic() - self._started > self.budget_s:
                return None
            self.tell(f"{question.title}: pair {shift} of {PAIRS}")
            without, with_it = self._pair(question, shift)
            if self.is_cancelled():
                return None
            before.append(without)
            after.append(with_it)
            if not with_it < without:
                break  # it can no longer be better for every seed
        return Answer(tuple(before), tuple(after), self.steps, self.steps < self.whole.step_count)

    def _pair(self, question: Intervention, shift: int) -> tuple[float, float]:
        """Beside each other, so that neither has the machine for itself."""
        with ThreadPoolExecutor(2) as pool:
            without = pool.submit(self._baseline, shift)
            with_it = pool.submit(self._value, dict(question.changed), shift)
            return without.result(), with_it.result()

    def _baseline(self, shift: int) -> float:
        if shift not in self._baselines:
            self._baselines[shift] = self._value({}, shift)
        return self._baselines[shift]

    def _value(self, changed: dict[str, str], shift: int) -> float:
        result = self.run_trial(Trial(changed, shift, self.steps))
        return math.inf if result.has_failed else training_loss(result.history, self.steps)


def training_loss(history: RunHistory, steps: int) -> float:
    """The median over the last fifth of the steps; infinite where it is NaN or was never seen."""
    losses = [point for point in history.losses if point.step < steps]
    late = [point.value for point in losses if point.step >= steps - max(1, steps // LAST)]
    known = finite(late)
    return median(known) if known and len(known) == len(late) else math.inf


def default_budget(seconds: float) -> float:
    return min(MOST_S, max(LEAST_S, TRAININGS * seconds))
