"""Plain tensors of PyTorch that a layer of Keras has and no optimiser is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.keras.watching import watched_source

SOURCE = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = numpy.random.default_rng(0).normal(size=(64, 6)).astype("float32")
y = 3 * x[:, :1]

class Scale(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.factor = {factor}

    def call(self, x):
        return x * self.factor

model = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1), Scale()])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=8, epochs=6, verbose=0)
"""


def told(folder: Path, factor: str) -> list[dict[str, Any]]:
    run = watched_source(SOURCE.replace("{factor}", factor), folder)
    assert run.all("trouble") == []
    return [one for event in run.all("left_out_weights") for one in event["weights"]]


def test_a_plain_tensor_is_told(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "torch.ones((), requires_grad=True)")
    assert (found["type"], found["name"], found["registered"]) == ("Scale", "factor", False)
    assert found["place"]["line"] == 10


@pytest.mark.parametrize("factor", ["torch.ones(())", "self.add_weight((), 'ones')"])
def test_weights_and_constants_are_not_told(tmp_path: Path, factor: str) -> None:
    assert told(tmp_path, factor) == []


LOOP = """
import keras, numpy, torch
keras.utils.set_random_seed(0)
x = torch.randn(64, 6)
y = 3 * x[:, :1]
model = keras.Sequential([keras.layers.Input((6,)), keras.layers.Dense(1)])
factor = keras.Variable(0.5, name="factor"{options})
variables = {variables}
optimizer = keras.optimizers.SGD(0.01)
for step in range(60):
    for one in variables:
        one.value.grad = None
    loss = torch.mean((model(x) * factor.value - y) ** 2)
    loss.backward()
    with torch.no_grad():
        optimizer.apply([one.value.grad for one in variables], variables)
        {then}
"""
ALONE = {"variables": "model.trainable_variables", "options": "", "then": "pass"}


def told_of_loop(folder: Path, **parts: str) -> list[dict[str, Any]]:
    run = watched_source(LOOP.format(**{**ALONE, **parts}), folder)
    assert run.all("trouble") == []
    return [one for event in run.all("left_out_weights") for one in event["weights"]]


def test_a_variable_outside_of_the_network_is_told(tmp_path: Path) -> None:
    (found,) = told_of_loop(tmp_path)
    assert (found["name"], found["free"], found["registered"]) == ("factor", True, False)
    assert found["place"]["line"] == 7


@pytest.mark.parametrize(
    "parts",
    [
        {"variables": "model.trainable_variables + [factor]"},
        {"options": ", trainable=False"},
        {"then": "factor.assign(factor.value * 0.99)"},
        {"variables": "[factor]"},
    ],
    ids=["in the optimiser", "constant", "changed by the script", "weights of a layer"],
)
def test_other_variables_are_not_told(tmp_path: Path, parts: dict[str, str]) -> None:
    assert told_of_loop(tmp_path, **parts) == []
