from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from seismograd.traces.curve import MAX_POINTS, Curve


def curve_of(values: list[float]) -> Curve:
    curve = Curve()
    for step, value in enumerate(values):
        curve.add(step, value)
    return curve


def test_a_short_curve_is_kept_whole() -> None:
    values = [float(n % 7) for n in range(600)]
    assert curve_of(values).points() == list(enumerate(values))


def test_a_long_curve_keeps_its_spikes() -> None:
    values = [1.0] * 200_000
    values[12_345], values[177_777], values[50_000] = 99.0, -5.0, math.nan
    points = curve_of(values).points()
    assert len(points) <= MAX_POINTS
    assert (12_345, 99.0) in points
    assert (177_777, -5.0) in points
    assert [step for step, value in points if math.isnan(value)] == [50_000]
    assert points[0].step == 0
    assert points[-1].step == 199_999


def test_a_curve_of_nothing_but_nan_is_a_curve() -> None:
    curve = curve_of([math.nan] * 10_000)
    assert 0 < len(curve.points()) <= MAX_POINTS
    assert curve.nan_count == 10_000
    assert curve.best is None
    assert curve.first_nan is not None
    assert curve.first_nan.step == 0


losses = st.lists(st.floats(), min_size=1, max_size=50)


@settings(deadline=None, max_examples=60)
@given(losses, st.integers(1, 300))
def test_ends_and_extremes_are_those_of_the_whole(pattern: list[float], times: int) -> None:
    values = [v + n if math.isfinite(v) else v for n in range(times) for v in pattern]
    curve = curve_of(values)
    points, finite = curve.points(), [value for value in values if not math.isnan(value)]
    assert len(points) <= MAX_POINTS
    assert [point.step for point in points] == sorted(point.step for point in points)
    assert all(repr(values[step]) == repr(value) for step, value in points)
    assert curve.count == len(values)
    assert curve.nan_count == len(values) - len(finite)
    assert points[0].step == 0
    assert points[-1].step == len(values) - 1
    kept = {value for _, value in points}
    if finite:
        assert curve.best is not None
        assert curve.best.value == min(finite)
        assert {min(finite), max(finite)} <= kept
