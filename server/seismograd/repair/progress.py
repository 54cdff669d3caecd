"""How far a repair is, in one line: the trial, and the best so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from seismograd.repair.objective import Objective
from seismograd.repair.repair_training import Listener
from seismograd.repair.trials.best_trial import best_so_far, best_trial
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord

BEGIN, SEARCHED, NEARLY = 5, 60, 95
"""Percent: when the search begins, when it ends, and when the last verification does."""
VERIFICATIONS = 6
"""Usual number of patches that are measured: the training as it is, finalists, smaller ones."""


@dataclass
class RepairProgress:
    """Listens to a repair; other threads may look."""

    trainings: int
    """Budget of the search."""
    trials: list[TrialRecord] = field(default_factory=list)
    line: str = "starting"
    percentage: int = 0
    objective: Objective | None = None
    _baseline: float | None = None
    _verified: int = 0

    @property
    def listener(self) -> Listener:
        return Listener(self._say, self._begin, self._trial)

    @property
    def best(self) -> TrialRecord | None:
        """The best trial that is better than the training as it is."""
        if self.objective is None:
            return None
        return best_trial(self.trials, self.objective, self._baseline)

    def _begin(self, objective: Objective, value: float | None) -> None:
        self.objective, self._baseline = objective, value
        self.percentage, self.line = BEGIN, f"searching, {self._best_so_far()}"

    def _trial(self, record: TrialRecord) -> None:
        self.trials.append(record)
        used = sum(one.outcome is not TrialOutcome.FAILED for one in self.trials)
        self.percentage = BEGIN + (SEARCHED - BEGIN) * min(used, self.trainings) // self.trainings
        self.line = f"trial {used} of {self.trainings}, {self._best_so_far()}"

    def _say(self, text: str) -> None:
        if not self.trials:
            self.line = text
            return
        share = min(1.0, self._verified / VERIFICATIONS)
        self.percentage = SEARCHED + int((NEARLY - SEARCHED) * share)
        self._verified += 1
        self.line = f"{text}; {self._best_so_far()}"

    def _best_so_far(self) -> str:
        if self.objective is None:
            return ""
        return best_so_far(self.trials, self.objective, self._baseline)
