"""Run what a strategy suggests, several trainings side by side, until the budget is used up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

from seismograd.cancellation import Cancellation
from seismograd.faults import Edit, FaultType
from seismograd.repair.objective import Direction, Objective
from seismograd.repair.parameter import Value
from seismograd.repair.search.strategy import Outcome, Strategy, Suggestion
from seismograd.repair.trials.goals import Goals, SearchGoals
from seismograd.repair.trials.patch_runs import NotApplicable, PatchRuns, value_of
from seismograd.repair.trials.stopping import TrialMonitor
from seismograd.repair.trials.trial_length import times_as_many_steps
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.repair.verification.relevance import way_to_best
from seismograd.runs.trial import RunningTrial, TrialResult
from seismograd.traces.history import RunHistory

MOST_FAILURES = 2
"""Times the budget: trainings that fail at once do not count, but cost time as well."""
MOST_KNOWN = 100
"""Suggestions in a row that come to nothing new: then the space counts as searched."""
JUDGED_BY_LOSS = frozenset(
    {FaultType.HBS, FaultType.HLR, FaultType.HNE, FaultType.OCH, FaultType.ACH, FaultType.WCI,
     FaultType.BCI, FaultType.LRM, FaultType.LAD, FaultType.LCN, FaultType.LCF}
)  # fmt: skip
"""Changes that leave the loss what it is: others make it another one, or larger on purpose."""
POINTS = 100
"""Of the loss curve of a trial, for plots."""
PERFECT = 0.9995
"""Of a share: there is nothing left to search for."""
FINE_TUNING = 0.05
"""Of what can be gained: better trials are not worth their time."""
ENOUGH_TRIALS = 2
"""That leave no more than that: the seeds of one may have been lucky."""
FEWEST_ROUNDS = 4
"""Of a search: trainings of one round know nothing of each other."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    trainings: int
    seconds: float = float("inf")


@dataclass(frozen=True, slots=True)
class _Tried:
    record: TrialRecord
    outcome: Outcome
    course: Sequence[float] = ()
    """Of the error."""


@dataclass
class SearchLoop:
    strategy: Strategy
    runs: PatchRuns
    objective: Objective
    budget: SearchBudget
    steps: int
    """Of the training as it is."""
    stop_by_symptoms: bool = True
    goals: SearchGoals = field(default_factory=SearchGoals)
    at_once: int = 1
    cancel: Cancellation = field(default_factory=Cancellation)
    earlier: Sequence[TrialRecord] = ()
    """Trials of a search that was interrupted: the same values are not run again."""
    listen: Callable[[TrialRecord], None] = lambda record: None
    measures_the_same: Callable[[Mapping[str, Value]], bool] = lambda values: True
    """Whether the objective with these values can be compared with that of no change."""
    wants_alternatives: bool = False
    """To repairs that were found."""
    records: list[TrialRecord] = field(default_factory=list)
    _tried: set[frozenset[Edit]] = field(default_factory=set)
    _started: float = field(default_factory=time.monotonic)

    def run(self) -> list[TrialRecord]:
        """In rounds, so that the reports come in the same order on any machine."""
        with ThreadPoolExecutor(self.at_once) as pool:
            while not self.is_over:
                suggestions = self._suggestions()
                if not suggestions:
                    break
                numbers = range(len(self.records) + 1, len(self.records) + len(suggestions) + 1)
                tried = pool.map(self._try, numbers, suggestions)
                for suggestion, result in zip(suggestions, tried, strict=True):
                    if self.cancel:
                        return self.records
                    if result is not None:
                        self._take(suggestion, result)
        return self.records

    def _take(self, suggestion: Suggestion, tried: _Tried) -> None:
        record, outcome = tried.record, tried.outcome
        self.records.append(record)
        if record.outcome is TrialOutcome.FINISHED:
            self.goals.add(record.values, outcome.error, tried.course)
        self.strategy.report(suggestion, outcome)
        self.listen(record)

    @property
    def used(self) -> int:
        return sum(one.outcome is not TrialOutcome.FAILED for one in self.records)

    @property
    def taken_over(self) -> int:
        return sum(self._earlier(one.values) is not None for one in self.records)

    @property
    def is_over(self) -> bool:
        is_spent = self.used >= self.budget.trainings or self.is_out_of_time
        too_many = len(self.records) >= MOST_FAILURES * self.budget.trainings
        is_found = self._is_perfect() or (not self.wants_alternatives and self._is_repaired())
        return bool(self.cancel) or is_spent or too_many or is_found

    @property
    def is_out_of_time(self) -> bool:
        return time.monotonic() - self._started >= self.budget.seconds

    def _is_perfect(self) -> bool:
        values = [one.value for one in self.records if one.value is not None]
        best = max(values, default=0.0) if self.objective.is_share else 0.0
        return PERFECT <= best <= 1.0 or 100 * PERFECT <= best <= 100.0

    def _is_repaired(self) -> bool:
        """By few changes: of a larger patch, the search looks for smaller ones as well."""
        whole = self._left(self.objective.value_of_error(self.runs.space.baseline))
        finished = [one for one in self.records if one.outcome is TrialOutcome.FINISHED]
        good = [one for one in finished if self._left(one.value) <= FINE_TUNING * whole]
        is_known = self.objective.direction is Direction.MAX and math.isfinite(whole)
        is_small = any(len(one.values) == 1 for one in good)
        return is_known and is_small and len(good) >= ENOUGH_TRIALS

    def _left(self, value: float | None) -> float:
        """That could still be gained; infinite where nobody knows the best possible value."""
        way = None if value is None else way_to_best(self.objective, value)
        return math.inf if way is None else way

    def _suggestions(self) -> list[Suggestion]:
        """New ones, as they can be written."""
        wanted = min(self.at_once, self.budget.trainings - self.used)
        found: list[Suggestion] = []
        for _ in range(MOST_KNOWN):
            suggestion = self.strategy.suggest() if len(found) < wanted else None
            if suggestion is None:
                break
            values = self.runs.compatible(suggestion.values)
            if values and self._is_new(values):
                found.append(replace(suggestion, values=values))
            else:
                self.strategy.report(suggestion, Outcome(math.inf))
        return found

    def _try(self, number: int, suggestion: Suggestion) -> _Tried | None:
        """None where the time of the search ended it: so short a training tells nothing."""
        known = self._earlier(suggestion.values)
        if known is not None:
            known = replace(known, number=number)
            return _Tried(known, self._outcome(known, None))
        monitor = self._monitor(suggestion)
        started = time.monotonic()
        try:
            watch = partial(self._should_stop, monitor)
            result = self.runs.run(self.runs.patch(suggestion.values), 0, watch)
            why = _why(result)
        except NotApplicable as error:
            result, why = TrialResult(RunHistory(), has_failed=True), str(error)
        finally:
            monitor.close()
        if result.is_stopped and not monitor.reason:
            return None
        seconds = round(result.seconds or time.monotonic() - started, 2)
        record = self._record(number, suggestion, result, why or monitor.reason)
        record = self._comparable(replace(record, seconds=seconds))
        course = tuple(map(self.objective.error, self.objective.series(result)))
        return _Tried(record, self._outcome(record, monitor), course)

    def _comparable(self, record: TrialRecord) -> TrialRecord:
        """A better value of something else is none."""
        is_better = self.objective.error(record.value) < self.runs.space.baseline
        if not is_better or self.measures_the_same(record.values):
            return record
        why = f"it changes what '{self.objective.name}' measures"
        return replace(record, outcome=TrialOutcome.FAILED, value=None, reason=why)

    def _earlier(self, values: Mapping[str, Value]) -> TrialRecord | None:
        return next((one for one in self.earlier if dict(one.values) == dict(values)), None)

    def _should_stop(self, monitor: TrialMonitor, running: RunningTrial) -> bool:
        return monitor(running) or self.is_out_of_time

    def _is_new(self, values: Mapping[str, Value]) -> bool:
        """Other values may come to the same source."""
        edits = frozenset(self.runs.patch(values).edits)
        is_new = edits not in self._tried
        self._tried.add(edits)
        return is_new

    def _monitor(self, suggestion: Suggestion) -> TrialMonitor:
        return TrialMonitor(
            self.objective,
            round(self.steps * times_as_many_steps(self.runs.space, suggestion.values)),
            self.stop_by_symptoms,
            lambda progress: self.strategy.should_stop(suggestion, progress),
            self.runs.space.baseline,
            self._goals(suggestion.values),
        )

    def _goals(self, names: Collection[str]) -> Goals:
        changed = [self.runs.space.by_name[name] for name in names]
        is_free = any(
            one.changes_loss or one.unbounds_loss or one.fault_type not in JUDGED_BY_LOSS
            for one in changed
        )
        return self.goals.of_free_loss(names) if is_free else self.goals.of_trial(names)

    def _record(
        self, number: int, suggestion: Suggestion, result: TrialResult, reason: str
    ) -> TrialRecord:
        value = value_of(result, self.objective)
        if result.is_stopped:
            outcome = TrialOutcome.STOPPED
        else:
            outcome = TrialOutcome.FAILED if result.has_failed else TrialOutcome.FINISHED
        return TrialRecord(
            number,
            self.strategy.name,
            dict(suggestion.values),
            outcome,
            value,
            reason=reason,
            curve=_curve(result.history),
        )

    def _outcome(self, record: TrialRecord, monitor: TrialMonitor | None) -> Outcome:
        is_stopped = record.outcome is TrialOutcome.STOPPED
        progress = tuple(monitor.progress) if monitor else ()
        return Outcome(self.objective.error(record.value), is_stopped, progress)


def useful_at_once(trainings: int) -> int:
    """How many trainings of a budget may run side by side, so that the search learns from some."""
    return max(2, trainings // FEWEST_ROUNDS)


def _why(result: TrialResult) -> str:
    """Nothing where it did not fail."""
    raised = result.history.raised if result.has_failed else None
    if raised is not None:
        return raised.message or raised.type or ""
    return result.reason or ("it did not finish" if result.has_failed else "")


def _curve(history: RunHistory) -> tuple[tuple[float, float], ...]:
    losses = list(history.losses)
    every = max(1, len(losses) // POINTS)
    return tuple((float(one.step), one.value) for one in losses[::every])
