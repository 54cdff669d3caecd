"""Fresh seeds, an exact test, an interval, and patches without needless changes."""

from __future__ import annotations

import math
import random
from pathlib import Path
from statistics import fmean

import pytest

from seismograd.cancellation import Cancellation
from seismograd.repair.objective import Direction, Objective, Origin
from seismograd.repair.patches.change import Patch
from seismograd.repair.verification.minimise import minimise
from seismograd.repair.verification.relevance import Health, least_gain
from seismograd.repair.verification.statistics import bootstrap_interval
from seismograd.repair.verification.verify import FEWEST_SEEDS, Verification, corrected, seeds_for
from tests.repair.made_trainings import MadeTrainings, by_both

ACCURACY = Objective("val acc", Direction.MAX, Origin.PRINTED)
RMSE = Objective("rmse", Direction.MIN, Origin.PRINTED)


def verification(trainings: MadeTrainings, least: float = 0.0) -> Verification:
    return Verification(trainings.runs, ACCURACY, lambda baseline: least)


def patch(trainings: MadeTrainings, **values: float) -> Patch:
    return trainings.runs.patch(values)


def test_a_better_patch_is_verified_on_seeds_that_the_search_did_not_see(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    baseline, (found,) = verification(trainings).verify([patch(trainings, lr=0.001)])
    assert found.is_verified
    assert found.p == pytest.approx(1 / 64)
    assert found.gain == pytest.approx(0.4, abs=0.05)
    low, high = found.interval or (0, 0)
    assert 0.3 < low < found.gain < high < 0.5
    assert len(baseline) == len(found.values) == FEWEST_SEEDS
    assert {trial.shift_seeds for trial in trainings.trials} == set(range(101, 107))


def test_noise_is_not_verified(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, noise=0.05)
    _, (found,) = verification(trainings).verify([patch(trainings, units=64)])
    assert not found.is_verified


def test_a_significant_gain_that_is_too_small_is_no_repair(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    _, (found,) = verification(trainings, least=0.45).verify([patch(trainings, lr=0.001)])
    assert found.p < 0.05
    assert not found.is_verified


def test_a_training_that_only_works_with_the_patch_is_repaired(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, lambda lr, units: math.nan if lr < 1e-4 else 0.9)
    baseline, (found,) = verification(trainings).verify([patch(trainings, lr=0.001)])
    assert baseline == (None,) * FEWEST_SEEDS
    assert found.is_verified
    assert found.interval is None


def test_several_finalists_need_a_smaller_p() -> None:
    assert corrected([0.02, 0.5, 0.01]) == pytest.approx([0.04, 0.5, 0.03])
    assert corrected([0.01], earlier=2) == pytest.approx([0.03])
    assert corrected([]) == []


def test_seeds_that_do_well_without_the_patch_are_made_up_for(tmp_path: Path) -> None:
    """Two of the first six pairs are equal: the other four alone could not be significant."""
    trainings = MadeTrainings(tmp_path, noise=0.0)
    lucky = {102, 104, 109}
    trainings.accuracy = lambda lr, units: (
        1.0 if lr == 0.001 or trainings.trials[-1].shift_seeds in lucky else 0.5
    )
    baseline, (found,) = verification(trainings).verify([patch(trainings, lr=0.001)])
    assert found.is_verified
    assert len(found.values) == len(baseline) == FEWEST_SEEDS + 4
    assert found.p == pytest.approx(2**-7)


def test_what_is_known_stays_where_more_seeds_are_cancelled(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, noise=0.0)
    trainings.accuracy = lambda lr, units: (
        1.0 if lr == 0.001 or trainings.trials[-1].shift_seeds in {102, 104} else 0.5
    )
    cancel = Cancellation()
    check = verification(trainings)
    check.cancel = cancel
    check.tell = lambda text: cancel.set() if "more fresh seeds" in text else None
    baseline, (found,) = check.verify([patch(trainings, lr=0.001)])
    assert len(baseline) == len(found.values) == len(check.seeds) == FEWEST_SEEDS


def test_no_more_seeds_where_the_patch_is_worse_with_one(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, noise=0.0)
    gains = dict(zip(range(101, 107), (0.0, 0.4, 0.4, -0.2, 0.4, 0.4), strict=True))
    trainings.accuracy = lambda lr, units: (
        0.5 + (gains[trainings.trials[-1].shift_seeds] if lr == 0.001 else 0.0)
    )
    _, (found,) = verification(trainings).verify([patch(trainings, lr=0.001)])
    assert not found.is_verified
    assert len(found.values) == FEWEST_SEEDS


def test_what_is_verified_later_pays_for_what_was_before(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    check = verification(trainings)
    check.verify([patch(trainings, units=value) for value in (8, 16, 32)])
    _, (found,) = check.verify([patch(trainings, lr=0.001)])
    assert found.p == pytest.approx(4 / 2**7)
    assert len(check.seeds) == 7


def test_a_change_that_brings_nothing_is_left_out(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path)
    check = verification(trainings)
    _, (found,) = check.verify([patch(trainings, lr=0.001, units=64)])
    smaller = minimise(found, check)
    assert [one.name for one in smaller.patch.changes] == ["lr"]
    assert smaller.contributions["lr"] == pytest.approx(0.4, abs=0.05)


def test_a_smaller_patch_must_be_a_repair_by_itself(tmp_path: Path) -> None:
    trainings = MadeTrainings(
        tmp_path, lambda lr, units: 0.5 + 0.2 * (lr > 1e-4) + 0.01 * units / 64
    )
    check = verification(trainings)
    _, (found,) = check.verify([patch(trainings, lr=0.001, units=64)])
    check.least_gain = lambda baseline: 0.206
    assert len(minimise(found, check).patch.changes) == 2
    check.least_gain = lambda baseline: 0.1
    assert len(minimise(found, check).patch.changes) == 1


def test_changes_that_are_both_needed_stay(tmp_path: Path) -> None:
    trainings = MadeTrainings(tmp_path, by_both)
    check = verification(trainings)
    _, (found,) = check.verify([patch(trainings, lr=0.001, units=64)])
    smaller = minimise(found, check)
    assert [one.name for one in smaller.patch.changes] == ["lr", "units"]
    assert min(smaller.contributions.values()) > 0.3


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says() -> None:
    chance = random.Random(1)
    hits = 0
    for _ in range(60):
        sample = [chance.gauss(1.0, 0.5) for _ in range(12)]
        low, high = bootstrap_interval(sample)
        hits += low <= 1.0 <= high
        assert low <= fmean(sample) <= high
    assert hits >= 50


def test_the_interval_of_equal_differences_is_a_point() -> None:
    assert bootstrap_interval([0.25] * 6) == (0.25, 0.25)


@pytest.mark.parametrize(
    ("objective", "baseline", "health", "least"),
    [
        (ACCURACY, [0.5, 0.7], Health.FAULTY, 0.04),
        (ACCURACY, [0.9, 0.9], Health.HEALTHY, 0.05),
        (ACCURACY, [0.9, 0.9], Health.FINISHED, 0.05),
        (ACCURACY, [90.0, 90.0], Health.HEALTHY, 5.0),
        (RMSE, [2.0, 2.0], Health.HEALTHY, 1.0),
        (RMSE, [2.0, 2.0], Health.FINISHED, 1.8),
        (Objective("reward", Direction.MAX, Origin.PRINTED), [3.0, 3.0], Health.FAULTY, 0.0),
        (Objective("reward", Direction.MAX, Origin.PRINTED), [3.0, 2.0], Health.HEALTHY, math.inf),
        (Objective("loss", Direction.MIN, Origin.PRINTED), [0.1, -0.3], Health.HEALTHY, math.inf),
        (ACCURACY, [None, None], Health.HEALTHY, 0.0),
    ],
)
def test_what_counts_as_a_repair(
    objective: Objective, baseline: list[float | None], health: Health, least: float
) -> None:
    assert least_gain(objective, baseline, health) == pytest.approx(least)


def test_more_finalists_need_more_seeds() -> None:
    for count in range(1, 20):
        seeds = seeds_for(count)
        assert len(seeds) >= FEWEST_SEEDS
        assert min(corrected([0.5 ** len(seeds)] * count)) < 0.05


def test_a_better_guess_is_no_repair(tmp_path: Path) -> None:
    """The accuracy goes up, but the loss of the training is flat in every run."""
    trainings = MadeTrainings(tmp_path)
    trainings.losses = [0.7] * 200
    _, (found,) = verification(trainings).verify([patch(trainings, lr=0.001)])
    assert found.p < 0.05
    assert not found.learned
    assert not found.is_verified
