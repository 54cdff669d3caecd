"""Verify finalists of a search: fresh seeds, paired runs, an exact test, and an interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import fmean

from seismograd.cancellation import Cancellation
from seismograd.localise.sign_flip import SIGNIFICANT, sign_flip_p
from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.patch_runs import PatchRuns, value_of
from seismograd.repair.verification.learning import has_learned, is_above_constants
from seismograd.repair.verification.seed_log import SeedLog, SeedValue
from seismograd.repair.verification.statistics import bootstrap_interval

FIRST_SEED, FEWEST_SEEDS = 101, 6
"""The search has seen none of them."""
Values = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What paired runs say of one patch."""

    patch: Patch
    values: Values
    baseline: Values
    gains: tuple[float, ...]
    """By seed; infinite where only the patch gives a value."""
    p: float
    """Corrected for the number of finalists."""
    is_relevant: bool
    """Whether the gain is large enough to call it a repair."""
    learned: bool = True
    """Whether most of its trainings know more than a trivial predictor."""

    @property
    def is_verified(self) -> bool:
        return self.p < SIGNIFICANT and self.is_relevant and self.learned

    @property
    def gain(self) -> float:
        return fmean(self.gains) if self.gains else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the mean gain; None where a gain is not finite."""
        finite = all(map(math.isfinite, self.gains)) and len(self.gains) > 1
        return bootstrap_interval(self.gains) if finite else None


@dataclass
class Verification:
    runs: PatchRuns
    objective: Objective
    least_gain: Callable[[Values], float]
    """The smallest gain that counts as a repair, given what the baseline reaches."""
    at_once: int = 1
    cancel: Cancellation | None = None
    tell: Callable[[str], None] = lambda text: None
    log: SeedLog | None = None
    """Of an earlier verification: its seeds are not trained again."""
    seeds: tuple[int, ...] = ()
    """As many as the number of finalists needs."""
    trainings: int = 0
    _known: dict[Patch, Values] = field(default_factory=dict)
    _learned: set[Patch] = field(default_factory=set)

    def verify(self, finalists: Sequence[Patch]) -> tuple[Values, list[Verdict]]:
        """The baseline's values, and a verdict for each finalist."""
        self.seeds = seeds_for(len(finalists))
        baseline = self.values_of(Patch()) if finalists else ()
        measured = [(patch, self.values_of(patch)) for patch in finalists]
        gains = [self.gains(baseline, values) for _, values in measured]
        ps = corrected([sign_flip_p(one) for one in gains])
        least = self.least_gain(baseline)
        return baseline, [
            Verdict(
                patch, values, baseline, gained, p, fmean(gained) >= least, self.has_learned(patch)
            )
            for (patch, values), gained, p in zip(measured, gains, ps, strict=True)
            if gained
        ]

    def has_learned(self, patch: Patch) -> bool:
        """Of a patch that was measured: in more than half of its trainings."""
        return patch in self._learned

    def values_of(self, patch: Patch) -> Values:
        """One for each seed, or none where it was cancelled; a patch is never measured twice."""
        if patch not in self._known:
            values = () if self.cancel else self._measured(patch)
            if self.cancel:
                return ()
            self._known[patch] = values
        return self._known[patch]

    def _measured(self, patch: Patch) -> Values:
        earlier = {seed: found for seed in self.seeds if (found := self._earlier(patch, seed))}
        taken_over = f", {len(earlier)} of them taken over" if earlier else ""
        self.tell(f"verifying {patch.title} with {len(self.seeds)} fresh seeds{taken_over}")
        with ThreadPoolExecutor(self.at_once) as pool:
            results = [
                *pool.map(lambda seed: earlier.get(seed) or self._run(patch, seed), self.seeds)
            ]
        known = [one for one in results if one is not None]
        self.trainings += len(known) - len(earlier)
        if 2 * sum(one.learned for one in known) > len(self.seeds):
            self._learned.add(patch)
        return tuple(None if one is None else one.value for one in results)

    def gains(self, baseline: Values, values: Values) -> tuple[float, ...]:
        pairs = zip(baseline, values, strict=False)
        return tuple(self.objective.gain(old, new) for old, new in pairs)

    def _earlier(self, patch: Patch, seed: int) -> SeedValue | None:
        return self.log.find(self.runs.files(patch), seed, self.objective) if self.log else None

    def _run(self, patch: Patch, seed: int) -> SeedValue | None:
        if self.cancel:
            return None
        result = self.runs.run(patch, seed)
        value = value_of(result, self.objective)
        learned = is_above_constants(self.objective, value) or has_learned(result.history)
        measured = SeedValue(value, learned)
        # A failure may have had a cause that is gone when the verification is resumed.
        if not result.has_failed:
            self._save(patch, seed, measured)
        return measured

    def _save(self, patch: Patch, seed: int, measured: SeedValue) -> None:
        if self.log is None:
            return
        try:
            self.log.add(self.runs.files(patch), seed, self.objective, measured)
        except OSError as error:
            self.tell(f"{error.filename}: {error.strerror}; the verification cannot be resumed")
            self.log = None


def seeds_for(finalists: int) -> tuple[int, ...]:
    """The fewest whose smallest one-sided p stays significant after the correction."""
    needed = math.floor(math.log2(max(1, finalists) / SIGNIFICANT)) + 1
    return tuple(range(FIRST_SEED, FIRST_SEED + max(FEWEST_SEEDS, needed)))


def corrected(ps: Sequence[float]) -> list[float]:
    """Holm: for several tests at once."""
    order = sorted(range(len(ps)), key=lambda at: ps[at])
    result, highest = [1.0] * len(ps), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, ps[at] * (len(ps) - rank)))
        result[at] = highest
    return result
