"""Verify finalists of a search: fresh seeds, paired runs, an exact test, and an interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import fmean

from seismograd.cancellation import Cancellation
from seismograd.localise.sign_flip import MOST_EXACT, SIGNIFICANT, sign_flip_p
from seismograd.repair.objective import Objective
from seismograd.repair.patches.change import Patch
from seismograd.repair.trials.patch_runs import PatchRuns, value_of
from seismograd.repair.verification.learning import has_learned, is_above_constants
from seismograd.repair.verification.seed_log import SeedLog, SeedValue
from seismograd.repair.verification.statistics import bootstrap_interval

FIRST_SEED, FEWEST_SEEDS, MOST_SEEDS = 101, 6, MOST_EXACT
"""The search has seen none of them."""
MORE_SEEDS = 2
"""For each pair that is equal."""
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
    tests: int = 0
    """Of patches that were verified or not so far."""
    _known: dict[Patch, dict[int, SeedValue | None]] = field(default_factory=dict)

    def verify(self, finalists: Sequence[Patch]) -> tuple[Values, list[Verdict]]:
        """The baseline's values, and a verdict for each finalist.

        May be called again for others, whose p is corrected for all that were tested before.
        """
        tests = self.tests + len(finalists)
        verdicts = self._with_seeds(max(self.seeds, seeds_for(tests), key=len), finalists)
        if undecided := self._undecided(verdicts):
            more = seeds_from_first(min(MOST_SEEDS, len(self.seeds) + undecided))
            verdicts = self._with_seeds(more, finalists) or verdicts
        self.tests = tests
        return self.values_of(Patch()) if finalists else (), verdicts

    def _with_seeds(self, seeds: tuple[int, ...], patches: Sequence[Patch]) -> list[Verdict]:
        """None where it was cancelled: then those of before stay."""
        before, self.seeds = self.seeds, seeds
        verdicts = self._verdicts(patches)
        if not verdicts and before:
            self.seeds = before
        return verdicts

    def _verdicts(self, patches: Sequence[Patch]) -> list[Verdict]:
        baseline = self.values_of(Patch()) if patches else ()
        measured = [(patch, self.values_of(patch)) for patch in patches]
        gains = [self.gains(baseline, values) for _, values in measured]
        ps = corrected([sign_flip_p(one) for one in gains], self.tests)
        least = self.least_gain(baseline)
        return [
            Verdict(
                patch, values, baseline, gained, p, fmean(gained) >= least, self.has_learned(patch)
            )
            for (patch, values), gained, p in zip(measured, gains, ps, strict=True)
            if gained
        ]

    def _undecided(self, verdicts: Sequence[Verdict]) -> int:
        """How many more seeds are worth it where nothing is verified only because some seeds do
        well without a change, too: equal pairs say nothing of the rest."""
        if any(one.is_verified for one in verdicts):
            return 0
        ties = [one.gains.count(0.0) for one in verdicts
                if one.is_relevant and one.learned and min(one.gains) == 0.0]  # fmt: skip
        return MORE_SEEDS * max(ties, default=0)

    def has_learned(self, patch: Patch) -> bool:
        """Of a patch that was measured: in more than half of its trainings."""
        known = self._known.get(patch, {}).values()
        return 2 * sum(one is not None and one.learned for one in known) > len(known)

    def values_of(self, patch: Patch) -> Values:
        """One for each seed, or none where it was cancelled; nothing is measured twice."""
        known = self._known.setdefault(patch, {})
        missing = [seed for seed in self.seeds if seed not in known]
        measured = self._measured(patch, missing) if missing and not self.cancel else {}
        if missing and self.cancel:
            return ()
        known.update(measured)
        values = (known[seed] for seed in self.seeds)
        return tuple(None if one is None else one.value for one in values)

    def _measured(self, patch: Patch, seeds: Sequence[int]) -> dict[int, SeedValue | None]:
        earlier = {seed: found for seed in seeds if (found := self._earlier(patch, seed))}
        taken_over = f", {len(earlier)} of them taken over" if earlier else ""
        more = "more " if len(seeds) < len(self.seeds) else ""
        self.tell(f"verifying {patch.title} with {len(seeds)} {more}fresh seeds{taken_over}")
        with ThreadPoolExecutor(self.at_once) as pool:
            results = [*pool.map(lambda seed: earlier.get(seed) or self._run(patch, seed), seeds)]
        self.trainings += sum(one is not None for one in results) - len(earlier)
        return dict(zip(seeds, results, strict=True))

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


def seeds_for(tests: int) -> tuple[int, ...]:
    """The fewest whose smallest one-sided p stays significant after the correction."""
    needed = math.floor(math.log2(max(1, tests) / SIGNIFICANT)) + 1
    return seeds_from_first(max(FEWEST_SEEDS, needed))


def seeds_from_first(count: int) -> tuple[int, ...]:
    return tuple(range(FIRST_SEED, FIRST_SEED + count))


def corrected(ps: Sequence[float], earlier: int = 0) -> list[float]:
    """Holm: for several tests at once, after `earlier` ones that found nothing."""
    order = sorted(range(len(ps)), key=lambda at: ps[at])
    result, highest = [1.0] * len(ps), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, ps[at] * (earlier + len(ps) - rank)))
        result[at] = highest
    return result
