"""Put interventions and questions to a training: paired runs with the same seeds."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from seismograd.localise.evaluation_error import evaluation_error, missed_share
from seismograd.localise.interventions.intervention import Answer, Intervention, Statistic
from seismograd.localise.interventions.question import Pair, Question, Reply
from seismograd.localise.sign_flip import PAIRS, ErrorBudget
from seismograd.localise.trial_losses import evaluation_loss, training_loss, was_altered
from seismograd.runs.trial import Trial, TrialResult
from seismograd.traces.events import Place
from seismograd.traces.history import RunHistory

FEWEST_STEPS = 60
SHARE = 1 / 3
"""Of the training: what a fault of the loop or of the learning rate does, it does early."""
TRAININGS = 3.0
"""What experiments may take, in times of the training itself."""
LEAST_S, MOST_S = 120.0, 600.0
"""Starting an interpreter alone takes seconds, which a training of seconds does not pay."""
START_S = 1.0
"""A fork of an interpreter that has the frameworks loaded, and what the script does at first."""

TOLD_BY_FEW = frozenset({Statistic.EVALUATION_ERROR, Statistic.MISSED_SHARE})
"""Where a run tells none, there is nothing to compare."""
RunTrial = Callable[[Trial], TrialResult]


@dataclass(frozen=True, slots=True)
class _Compared:
    """The statistic of one seed, without and with a change."""

    without: float
    with_it: float
    is_better: bool
    place: Place | None


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
    errors: ErrorBudget = field(default_factory=ErrorBudget)
    was_too_short: bool = False
    """Whether something was not tested for lack of time."""
    _started: float = field(default_factory=time.monotonic)
    _baselines: dict[tuple[int, int | None], TrialResult] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        """A share of the training, or less where all pairs of a question must fit the budget."""
        count = self.whole.step_count
        time_left = self.budget_s * self.at_once / (2 * PAIRS) - self._setup_s
        most = max(int(count * SHARE), FEWEST_STEPS)
        return max(min(FEWEST_STEPS, count), min(count, most, int(time_left / self._pace_s)))

    @property
    def _most_steps(self) -> int:
        """All of the training, where a quarter of the budget allows for it."""
        time_left = self.budget_s / 4 - self._setup_s
        return max(self.steps, min(self.whole.step_count, int(time_left / self._pace_s)))

    @property
    def is_over(self) -> bool:
        return self.is_cancelled() or self._left_s < 0

    @property
    def spent_s(self) -> float:
        return time.monotonic() - self._started

    @property
    def repeated(self) -> RunHistory | None:
        """A run with the seeds of the script and nothing changed, where one was made."""
        made = (
            result.history
            for (shift, _), result in self._baselines.items()
            if shift == 0 and not result.has_failed
        )
        return next(made, None)

    def seconds(self, pairs: int) -> float:
        """What that many pairs take, as far as the run itself tells."""
        run_s = START_S + self._setup_s + self.steps * self._pace_s
        known = len(self._baselines)
        return run_s * max(1, 2 * pairs - min(pairs, known)) / self.at_once

    def times_that_fit(self, most: int) -> int:
        """How many times as long each run of a test may train, for all of it to fit."""
        for_a_run = self._left_s * self.at_once / (2 * (PAIRS + 1))
        training_s = self._pace_s * max(self.whole.step_count, 1)
        return min(most, int((for_a_run - self._setup_s) / training_s))

    def ask(self, question: Intervention) -> Answer | None:
        """None where the budget does not allow for it, somebody stops it, nothing changed, or the
        change broke the script.

        Seeds of the run itself choose what is tested; others are what the test is made of.
        """
        begun = time.monotonic()
        self.tell(f"{question.title}: first run")
        first, needed = self._compared(question, 0), self.errors.pairs
        run_s = time.monotonic() - begun
        fits = needed is not None and self._fits(question, needed, run_s)
        self.was_too_short |= self._left_s < 0 or (first is not None and not fits)
        if first is None or needed is None or not fits:
            return None
        if not first.is_better:
            return self._answer(question, [first], needed)
        seen: list[_Compared] = []
        for shift in range(1, needed + 1):
            self.tell(f"{question.title}: pair {shift} of {needed}")
            pair = self._compared(question, shift)
            if pair is None:
                return None
            seen.append(pair)
            if not pair.is_better:
                break  # it can no longer be better for every seed, and by enough
        answer = self._answer(question, seen, needed)
        if not answer.is_yes:
            self.errors.spend(needed)
        return answer

    def _compared(self, question: Intervention, shift: int) -> _Compared | None:
        if self.is_over:
            return None
        steps = self._steps_for(question)
        pair = self._pair(Trial(question.changed, shift, steps, question.alter))
        if pair is None or self.is_cancelled() or pair[1].has_failed > pair[0].has_failed:
            return None
        steps_made = [one.history.step_count for one in pair]
        if question.is_longer and not pair[1].has_failed and steps_made[1] <= steps_made[0]:
            return None
        without, with_it = (self._value(one, question) for one in pair)
        if not math.isfinite(without) and question.statistic in TOLD_BY_FEW:
            return None
        is_told = math.isfinite(without) or math.isfinite(with_it)
        if question.statistic is Statistic.EVALUATION_LOSS and not is_told:
            return None  # nothing was measured: no word for or against the change
        is_better = _is_better(without, with_it, question.effect) and _is_as_good(pair, question)
        return _Compared(without, with_it, is_better, _place(pair[1].history))

    def _fits(self, question: Intervention, pairs: int, run_s: float) -> bool:
        """Whether there is time for the test: only of whole runs it may be too much."""
        runs = 2 * pairs - self._known_baselines(None)
        return not question.is_whole or self._left_s > run_s * runs / self.at_once

    def _known_baselines(self, steps: int | None) -> int:
        return sum(known == steps and shift > 0 for shift, known in self._baselines)

    @property
    def _left_s(self) -> float:
        return self.budget_s - self.spent_s

    def reply(self, question: Question) -> Reply | None:
        """None as for `ask`, and where the runs do not agree."""
        pairs: list[Pair] = []
        for shift in range(1, question.seeds + 1):
            if self.is_over:
                return None
            self.tell(f"{question.asks} (run {shift} of {question.seeds})")
            pair = self._question_pair(question, shift)
            if pair is None or self.is_cancelled():
                return None
            pairs.append(pair)
        return question.read(pairs)

    def _question_pair(self, question: Question, shift: int) -> Pair | None:
        """None where the alteration did not apply, or broke the script."""
        steps = question.most_steps(self.steps, self._most_steps)
        trial = Trial({}, shift, steps, question.alterations(self.whole))
        if steps >= self.whole.step_count > self.steps:
            after = self.run_trial(trial)
            is_fit = not after.has_failed and was_altered(after.history)
            return Pair(self.whole, after.history, steps) if is_fit else None
        found = self._pair(trial)
        if found is None or found[1].has_failed > found[0].has_failed:
            return None
        return Pair(found[0].history, found[1].history, steps)

    def _answer(self, question: Intervention, seen: Sequence[_Compared], pairs: int) -> Answer:
        steps = self._steps_for(question)
        return Answer(
            tuple(one.without for one in seen),
            tuple(one.with_it for one in seen),
            steps or self.whole.step_count,
            steps is not None and steps < self.whole.step_count,
            question.statistic,
            question.effect,
            pairs,
            seen[0].place,
        )

    def _steps_for(self, question: Intervention) -> int | None:
        """Evaluations often come at the end."""
        is_of_training = question.statistic is Statistic.TRAINING_LOSS
        return self.steps if is_of_training and not question.is_whole else None

    def _pair(self, trial: Trial) -> tuple[TrialResult, TrialResult] | None:
        """Beside each other, so that neither has the machine for itself; None if not altered."""
        if not trial.changed and not trial.alter:
            baseline = self._baseline(trial)
            return baseline, baseline
        with ThreadPoolExecutor(2) as pool:
            without = pool.submit(self._baseline, trial)
            with_it = pool.submit(self.run_trial, trial)
            before, after = without.result(), with_it.result()
        return (before, after) if was_altered(after.history) else None

    def _baseline(self, trial: Trial) -> TrialResult:
        key = (trial.shift_seeds, trial.most_steps)
        if key == (0, None):
            return TrialResult(self.whole, has_failed=False)
        if key not in self._baselines:
            self._baselines[key] = self.run_trial(replace(trial, changed={}, alter=()))
        return self._baselines[key]

    def _value(self, result: TrialResult, question: Intervention) -> float:
        if result.has_failed:
            return math.inf
        if question.statistic is Statistic.EVALUATION_LOSS:
            return evaluation_loss(result.history)
        if question.statistic is Statistic.EVALUATION_ERROR:
            return evaluation_error(result.history)
        if question.statistic is Statistic.MISSED_SHARE:
            return missed_share(result.history)
        return training_loss(result.history, self._steps_for(question) or result.history.step_count)

    @property
    def _setup_s(self) -> float:
        return next((one.t for one in self.whole.steps if one.step is not None), 0.0)

    @property
    def _pace_s(self) -> float:
        """Seconds a step."""
        return max(self.whole.seconds - self._setup_s, 1e-3) / max(self.whole.step_count, 1)


def default_budget(seconds: float) -> float:
    return min(MOST_S, max(LEAST_S, TRAININGS * seconds))


def _is_better(without: float, with_it: float, effect: float) -> bool:
    """By half of what the median must gain: one seed may gain less than others."""
    if not math.isfinite(without):
        return with_it < without
    return without - with_it > effect / 2 * abs(without)


def _is_as_good(pair: tuple[TrialResult, TrialResult], question: Intervention) -> bool:
    """Where there is an evaluation, and something is asked of it."""
    if question.evaluation_effect is None:
        return True
    without, with_it = (evaluation_error(one.history) for one in pair)
    if not math.isfinite(without):
        return True
    return _is_better(without, with_it, question.evaluation_effect)


def _place(history: RunHistory) -> Place | None:
    return next((one.place for one in history.alterations if one.place), None)
