"""Layers that a training is tried without."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seismograd.localise.interventions.left_out import (
    layers_before_all,
    output_functions,
    without_layer,
)
from seismograd.traces.events import Layer, LossFunction
from seismograd.traces.history import RunHistory

SHAPE = (8, 16)
NORM = Layer(layer=20, name="norm", type="InstanceNorm1d", input_shape=SHAPE, output_shape=SHAPE)
LINEAR = replace(NORM, layer=19, name="linear", type="Linear", parameters=272)
DROPOUT = replace(NORM, layer=21, name="drop", type="Dropout")
FLATTEN = replace(NORM, layer=22, name="flat", type="Flatten", output_shape=(8, 32))
SOFTMAX = replace(NORM, layer=23, name="soft", type="Softmax")


def run(*layers: Layer, loss: str = "cross_entropy") -> RunHistory:
    history = RunHistory()
    for event in (*layers, LossFunction(loss_function=0, function=loss)):
        history.take(event)
    return history


def test_layers_before_the_first_that_learns() -> None:
    found = layers_before_all(run(NORM, DROPOUT, FLATTEN, LINEAR, SOFTMAX))
    assert [layer.name for layer in found] == ["norm"]


@pytest.mark.parametrize(("loss", "names"), [("cross_entropy", ["soft"]), ("nll_loss", [])])
def test_functions_after_the_last_that_learns(loss: str, names: list[str]) -> None:
    found = output_functions(run(NORM, LINEAR, SOFTMAX, loss=loss))
    assert [layer.name for layer in found] == names


def test_a_layer_is_left_out_by_its_name() -> None:
    change = without_layer(NORM)
    assert change is not None
    assert (change.title, change.alter) == ("Leave out norm (InstanceNorm1d)", ("skip-layer=norm",))
    assert without_layer(replace(NORM, name=None)) is None
