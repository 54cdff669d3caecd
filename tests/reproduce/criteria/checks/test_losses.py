"""`loss_is_nan` and `loss_does_not_fall`."""

from __future__ import annotations

import math

from seismograd.reproduce.criteria.checks.losses import LossDoesNotFall, LossIsNan
from tests.reproduce.criteria.observations import ended, measuring, with_alarm, with_losses

NAN = math.nan


def test_a_loss_that_is_no_number_passes() -> None:
    assert LossIsNan().judge(with_losses(1.0, 2.0, NAN)).passed
    assert LossIsNan().judge(with_losses(1.0, math.inf)).passed
    assert not LossIsNan(or_infinite=False).judge(with_losses(1.0, math.inf)).passed
    assert LossIsNan().judge(measuring(loss_last=NAN)).passed
    assert LossIsNan().judge(measuring(nan_count=1)).passed
    assert LossIsNan().judge(measuring(focal_loss=NAN)).passed
    assert not LossIsNan().judge(measuring(scale=NAN)).passed
    assert not LossIsNan().judge(measuring(nan_count=0)).passed


def test_it_must_come_in_time() -> None:
    verdict = LossIsNan(within=1).judge(with_losses(1.0, 1.0, NAN))
    assert not verdict.passed
    assert "at step 2, not within 1 steps" in verdict.why
    assert LossIsNan(within=2).judge(with_losses(1.0, 1.0, NAN)).passed


def test_a_loss_on_its_way_is_nearer() -> None:
    runs = [with_alarm("nan-gradient"), with_losses(1.0, 50.0), with_losses(1.0, 0.9), ended()]
    distances = [LossIsNan().judge(run).distance for run in runs]
    assert distances == sorted(distances)
    assert distances[-1] == 1


def test_a_loss_that_stays_passes() -> None:
    check = LossDoesNotFall(steps=50, by=0.05)
    assert check.judge(with_losses(*[0.69 + 0.01 * (i % 3) for i in range(60)])).passed
    assert check.judge(with_losses(*[0.69 + 0.01 * i for i in range(60)])).passed
    assert check.judge(measuring(loss_first=2.3, loss_last=2.29)).passed


def test_the_less_it_falls_the_nearer() -> None:
    check = LossDoesNotFall(steps=10, by=0.05)
    little = check.judge(with_losses(*[1.0 - 0.02 * i for i in range(11)]))
    much = check.judge(with_losses(*[1.0 - 0.09 * i for i in range(11)]))
    assert not little.passed
    assert little.distance < much.distance
    assert "a fall of 20%" in little.why


def test_too_few_steps_tell_nothing() -> None:
    verdict = LossDoesNotFall(steps=50).judge(with_losses(1.0, 1.0))
    assert not verdict.passed
    assert verdict.why == "only 2 steps, 50 are wanted"


def test_nan_is_no_loss_that_stays() -> None:
    assert not LossDoesNotFall(steps=2).judge(with_losses(NAN, NAN, NAN)).passed
