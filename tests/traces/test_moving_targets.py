"""A copy of the network that gives the targets; and copies that do not."""

from __future__ import annotations

import pytest

from seismograd.traces.events import Layer, Layers, LayerSample, Optimiser, Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.moving_targets import learns_from_copy

STEPS = 8


def run(calls_of_copy: int, copied: str = "body.0", trained: tuple[int, ...] = (0,)) -> RunHistory:
    history = RunHistory()
    for number, name in enumerate(("body.0", copied)):
        history.take(Layer(layer=number, name=name, type="Linear", parameters=20, trainable=20))
    history.take(Optimiser(optimiser=0, layers=trained))
    output = {"": Statistics(n=4, std=1.0)}
    for step in range(STEPS):
        called = [0, 1] if step >= STEPS - calls_of_copy else [0]
        samples = tuple(LayerSample(layer=number, activation=output) for number in called)
        history.take(Layers(step=step, layers=samples))
    return history


@pytest.mark.parametrize(("calls", "is_teacher"), [(STEPS, True), (1, False), (0, False)])
def test_a_copy_that_is_called_in_most_steps_gives_the_targets(
    calls: int, is_teacher: bool
) -> None:
    assert learns_from_copy(run(calls)) is is_teacher


def test_another_network_is_no_copy() -> None:
    assert not learns_from_copy(run(STEPS, copied="head"))


def test_twins_that_are_both_trained_learn_from_the_data() -> None:
    assert not learns_from_copy(run(STEPS, trained=(0, 1)))


def test_where_no_optimiser_tells_its_layers_nothing_is_said() -> None:
    assert not learns_from_copy(run(STEPS, trained=()))
