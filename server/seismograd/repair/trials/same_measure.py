"""Whether an objective measures the same with and without a change of the loss.

Some scripts evaluate with the very loss that they train with: another loss gives a smaller number
then, and nothing is better. It shows in a network that does not learn: whatever the loss, its
number has to be the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from seismograd.localise.trial_losses import was_altered
from seismograd.repair.objective import Objective
from seismograd.repair.parameter import Value
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.patch_runs import PatchRuns, value_of

NO_LEARNING = ("learning-rate=0",)
DIGITS = 1e-4
"""Relative difference of numbers that count as the same."""
CHANCE = 3.0
"""Times the difference of two equal trainings, which is zero where all draws are seeded."""
Values = Sequence["float | None"]


@dataclass
class SameMeasure:
    """Each change of the loss is looked at once."""

    runs: PatchRuns
    objectives: Sequence[Objective]
    _known: dict[frozenset[tuple[str, Value]], bool] = field(default_factory=dict)
    _unchanged: tuple[Values, Values] | None = None
    _lock: Lock = field(default_factory=Lock)

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Also where it cannot be told. Raises `NotApplicable` and `SandboxUnusable`."""
        by_name = self.runs.space.by_name
        losses = {name: one for name, one in values.items() if by_name[name].changes_loss}
        if not losses or all(one.is_share for one in self.objectives):
            return True
        with self._lock:
            key = frozenset(losses.items())
            if key not in self._known:
                self._known[key] = self._is_same(self.runs.patch(losses))
            return self._known[key]

    def _is_same(self, patch: Patch) -> bool:
        if self._unchanged is None:
            self._unchanged = self._measured(Patch()), self._measured(Patch())
        return all(map(_are_same, *self._unchanged, self._measured(patch)))

    def _measured(self, patch: Patch) -> Values:
        result = self.runs.run(patch, alter=NO_LEARNING)
        is_altered = bool(result.history.alterations) and was_altered(result.history)
        if not is_altered:
            return [None for _ in self.objectives]
        return [value_of(result, one) for one in self.objectives]


def _are_same(old: float | None, again: float | None, new: float | None) -> bool:
    if old is None or again is None or new is None:
        return True
    return math.isclose(old, new, rel_tol=DIGITS, abs_tol=CHANCE * abs(old - again))
