"""Whether an objective measures the same with and without a change.

Some scripts evaluate with the very loss that they train with, or add up numbers of batches: with
another loss, or larger batches, the sum is smaller then, and nothing is better. It shows in a
network that does not learn: its number has to be the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from seismograd.faults import FaultType
from seismograd.localise.trial_losses import was_altered
from seismograd.repair.objective import Objective
from seismograd.repair.parameter import Value
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.patch_runs import PatchRuns, value_of

NO_LEARNING = ("learning-rate=0",)
DIGITS, BATCHES = 1e-4, 0.2
"""Relative difference of numbers that count as the same: also what a network keeps of its inputs,
such as their mean, depends a little on the batches."""
CHANCE = 3.0
"""Times the difference of two equal trainings, which is zero where all draws are seeded."""
Values = Sequence["float | None"]


@dataclass
class SameMeasure:
    """Each change of the loss and of batches is looked at once."""

    runs: PatchRuns
    objectives: Sequence[Objective]
    _known: dict[frozenset[tuple[str, Value]], bool] = field(default_factory=dict)
    _unchanged: tuple[Values, Values] | None = None
    _lock: Lock = field(default_factory=Lock)

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Also where it cannot be told. Raises `NotApplicable` and `SandboxUnusable`."""
        doubtful = {name: one for name, one in values.items() if self._tolerance(name) is not None}
        if not doubtful or all(one.is_share for one in self.objectives):
            return True
        with self._lock:
            key = frozenset(doubtful.items())
            if key not in self._known:
                self._known[key] = self._is_same(doubtful)
            return self._known[key]

    def _tolerance(self, name: str) -> float | None:
        parameter = self.runs.space.by_name[name]
        if parameter.fault_type is FaultType.HBS:
            return BATCHES
        return DIGITS if parameter.changes_loss else None

    def _is_same(self, values: Mapping[str, Value]) -> bool:
        if self._unchanged is None:
            self._unchanged = self._measured(Patch()), self._measured(Patch())
        tolerance = max(self._tolerance(name) or 0.0 for name in values)
        changed = self._measured(self.runs.patch(values))
        return all(map(partial(_are_same, tolerance), *self._unchanged, changed))

    def _measured(self, patch: Patch) -> Values:
        result = self.runs.run(patch, alter=NO_LEARNING)
        is_altered = bool(result.history.alterations) and was_altered(result.history)
        if not is_altered:
            return [None for _ in self.objectives]
        return [value_of(result, one) for one in self.objectives]


def _are_same(tolerance: float, old: float | None, again: float | None, new: float | None) -> bool:
    if old is None or again is None or new is None:
        return True
    return math.isclose(old, new, rel_tol=tolerance, abs_tol=CHANCE * abs(old - again))
