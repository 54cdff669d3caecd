"""The probes' own cost is measured, and kept within a share of the run."""

from __future__ import annotations

import pytest

from seismograd_sandbox.guest.meter import GRACE_S, Budget, Meter


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Run:
    """Steps that take their time, and samples that take theirs."""

    def __init__(self, share: float = 0.05, *, every_step: bool = False) -> None:
        self._clock = Clock()
        self._meter = Meter(self._clock)
        self.budget = Budget(share, self._meter, every_step=every_step, clock=self._clock)
        self.seconds = 0.0
        self.taken = {"layers": 0, "scalars": 0}

    def step(self, seconds: float, layers: float, scalars: float, always: float = 0.0) -> None:
        self._clock.now += seconds
        self.seconds += seconds
        with self._meter:
            self._clock.now += always
        for kind, cost in (("layers", layers), ("scalars", scalars)):
            if self.budget.allows(kind):
                with self._meter:
                    self._clock.now += cost
                self.budget.charge(kind, cost)
                self.taken[kind] += 1

    @property
    def spent(self) -> float:
        return self._meter.spent


def test_a_clock_inside_of_a_clock_counts_once() -> None:
    clock = Clock()
    meter = Meter(clock)
    with meter:
        clock.now += 1.0
        with meter:
            clock.now += 2.0
            assert meter.so_far == pytest.approx(3.0)
    assert meter.spent == pytest.approx(3.0, abs=1e-5)


@pytest.mark.parametrize(
    ("seconds", "layers", "scalars"),
    [(0.0005, 0.002, 0.0003), (0.02, 0.01, 0.001), (1.0, 0.001, 0.0001), (0.01, 0.5, 0.2)],
)
def test_stays_within_its_share(seconds: float, layers: float, scalars: float) -> None:
    run = Run()
    for _ in range(20_000):
        run.step(seconds, layers, scalars)
    first = 2 * (layers + scalars)
    assert run.spent <= 0.05 * (run.seconds + run.spent) + GRACE_S + first
    assert run.taken["layers"] >= 2
    assert run.taken["scalars"] >= 2


def test_uses_what_it_may() -> None:
    run = Run()
    for _ in range(2_000):
        run.step(0.01, 0.01, 0.001)
    assert run.spent > 0.03 * run.seconds


def test_what_is_always_on_leaves_less_for_samples() -> None:
    free, busy = Run(), Run()
    for _ in range(5_000):
        free.step(0.001, 0.002, 0.0002)
        busy.step(0.001, 0.002, 0.0002, always=0.00004)
    assert busy.taken["layers"] < free.taken["layers"] / 2
    assert busy.spent <= 0.05 * (busy.seconds + busy.spent) + GRACE_S + 0.01


def test_long_runs_are_looked_at_less_and_less_often() -> None:
    run = Run()
    for _ in range(100):
        run.step(1.0, 0.001, 0.0001)
    early = run.taken["layers"]
    for _ in range(10_000):
        run.step(1.0, 0.001, 0.0001)
    assert run.taken["layers"] - early < 1_000
    assert early > 60


def test_the_first_sample_does_not_stand_for_the_others() -> None:
    run = Run()
    run.step(0.01, 0.04, 0.0001)
    for _ in range(2_000):
        run.step(0.01, 0.001, 0.0001)
    assert run.taken["layers"] > 100


def test_everything_in_every_step() -> None:
    run = Run(every_step=True)
    for _ in range(50):
        run.step(0.001, 0.01, 0.01)
    assert run.taken == {"layers": 50, "scalars": 50}


def test_a_share_of_nothing_allows_only_the_first() -> None:
    run = Run(share=0.0)
    for _ in range(500):
        run.step(0.01, 0.1, 0.1)
    assert run.taken == {"layers": 1, "scalars": 1}
