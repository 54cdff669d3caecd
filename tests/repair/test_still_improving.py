"""Whether a training was still getting better when it ended."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from seismograd.localise.diagnosis import Diagnosis
from seismograd.repair.still_improving import TELLING_STEPS, is_still_improving, times_until_telling
from seismograd.traces.events import Losses
from seismograd.traces.history import RunHistory


def trained(loss: Callable[[float], float], steps: int = 200) -> Diagnosis:
    """`loss`: by the share of the training; batches scatter a little."""
    history = RunHistory()
    values = [loss(step / steps) + 0.01 * math.sin(7.0 * step) for step in range(steps)]
    history.take(Losses(first=0, values=tuple(values)))
    return Diagnosis((), (), history)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        pytest.param(lambda share: 2.0 - share, True, id="falls evenly"),
        pytest.param(lambda share: math.exp(-share), True, id="slowly"),
        pytest.param(lambda share: math.exp(-10 * share), False, id="settled"),
        pytest.param(lambda share: 1.0, False, id="flat"),
        pytest.param(lambda share: 1.0 + share, False, id="rises"),
    ],
)
def test_loss_tells(loss: Callable[[float], float], expected: bool) -> None:
    assert is_still_improving(trained(loss), ()) is expected


def test_objective_tells() -> None:
    flat = trained(lambda share: 1.0)
    assert is_still_improving(flat, (-0.4, -0.3, -0.4, -0.5, -0.6))
    assert not is_still_improving(flat, (-0.6, -0.7, -0.8, -0.7))
    assert not is_still_improving(flat, (-0.6, -0.7))
    assert not is_still_improving(flat, (-0.6, -0.6, -0.6, -0.6))


@pytest.mark.parametrize(
    ("steps", "expected"), [(0, TELLING_STEPS), (50, TELLING_STEPS / 50), (2 * TELLING_STEPS, 1.0)]
)
def test_a_training_of_few_updates_has_to_be_longer_to_show_anything(
    steps: int, expected: float
) -> None:
    history = RunHistory()
    history.take(Losses(first=0, values=(1.0,) * steps))
    assert times_until_telling(history) == expected
