"""What a repair comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.trial_record import TrialRecord
from seismograd.repair.verification.verify import Values


class RepairStatus(StrEnum):
    REPAIRED = "repaired"
    NOTHING_BETTER = "nothing-better"
    CANNOT_TELL = "cannot-tell"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class MeasuredPatch:
    patch: Patch
    is_verified: bool
    values: Values
    gain: float
    """Mean over the seeds, positive where it is better."""
    interval: tuple[float, float] | None
    p: float
    contributions: Mapping[str, float] = field(default_factory=dict)
    does_as_well: bool = False
    """Whether it is verified, and no worse than the first patch."""
    learned: bool = True
    """Whether it knows more than a trivial predictor, in most of its trainings."""


@dataclass(frozen=True)
class RepairResult:
    status: RepairStatus
    reason: str = ""
    """One sentence, where it is not repaired."""
    objective: Objective | None = None
    """What the search looks at."""
    judge: Objective | None = None
    """What patches are verified by: the values of patches and of the baseline are of it."""
    unchanged: float | None = None
    """Of the objective, as the search saw the training without any change."""
    baseline: Values = ()
    seeds: tuple[int, ...] = ()
    patches: tuple[MeasuredPatch, ...] = ()
    """Best first; equal ones by size, then by the cost of training."""
    trials: tuple[TrialRecord, ...] = ()
    trainings: int = 0
    """Budget of the search."""
    used: int = 0
    taken_over: int = 0
    """Of them: trials of an earlier search, which did not run again."""
    verifications: int = 0
    """Trainings of the verification, which are not part of the budget."""
    seconds: float = 0.0
    refused: tuple[str, ...] = ()
    """What could not be changed in the source, and why."""
