"""Losses of models of Keras on PyTorch that are written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.keras.watching import plain_source, watched_source

FIT = """
import keras, numpy
from keras import ops
keras.utils.set_random_seed(0)
random = numpy.random.default_rng(0)
x = random.normal(size=(32, 4)).astype("float32")
y = x[:, 0].copy()

def likelihood(target, given):
    middle, width = given[:, {middle}], given[:, {width}]
    return ops.mean({error} * ops.exp(-width) + width)

class Squared(keras.losses.Loss):
    def call(self, target, given):
        return ops.mean(ops.square({difference}))

class Network(keras.Model):
    def __init__(self):
        super().__init__()
        self.outer = keras.layers.Dense({units})
    def call(self, x):
        return {output}

model = Network()
model.compile("adam", loss={loss})
model.fit(x, y, batch_size=8, epochs=2, verbose=0)
"""
PLAIN = {
    "middle": "0",
    "width": "1",
    "error": "ops.square(target - middle)",
    "difference": "target - ops.squeeze(given, -1)",
    "units": "1",
    "output": "self.outer(x)",
    "loss": "Squared()",
}
TWO = {"units": "2", "loss": "likelihood"}
BROADCAST = {
    "target - given": {"difference": "target - given"},
    "ops.subtract": {"difference": "ops.subtract(given, target)"},
    "(target - middle)": {**TWO, "middle": ":1", "width": "1:"},
}
MEANT = {
    "squeezed": {},
    "likelihood": TWO,
    "ranking": {"difference": "given - ops.squeeze(given, -1)"},
}


def differences(folder: Path, change: dict[str, str]) -> tuple[Any, list[dict[str, Any]]]:
    run = watched_source(FIT.format(**{**PLAIN, **change}), folder, with_torch=True)
    assert run.all("trouble") == []
    return run, [one for one in run.all("loss_function") if one["type"] == "subtraction"]


@pytest.mark.parametrize("text", BROADCAST)
def test_a_difference_of_a_column_and_a_row_is_told(text: str, tmp_path: Path) -> None:
    run, (event,) = differences(tmp_path, BROADCAST[text])
    assert event["called"] == run.line(text)
    assert (event["input_shape"], event["target_shape"]) == ([8, 1], [8])
    alone = plain_source(FIT.format(**{**PLAIN, **BROADCAST[text]}), tmp_path)
    assert (run.weights, run.randomness) == (alone.weights, alone.randomness)


@pytest.mark.parametrize("name", MEANT)
def test_a_difference_that_is_meant_is_not(name: str, tmp_path: Path) -> None:
    assert differences(tmp_path, MEANT[name])[1] == []


@pytest.mark.parametrize(
    ("output", "is_told"), [("ops.relu(self.outer(x))", True), ("ops.abs(self.outer(x))", False)]
)
def test_targets_out_of_reach_of_a_function_are_told(
    output: str, is_told: bool, tmp_path: Path
) -> None:
    source = FIT.format(**{**PLAIN, "loss": "'mse'", "output": output})
    event = watched_source(source, tmp_path).one("loss_function")
    assert (event.get("made_by") == "relu") is is_told
    assert (event.get("out_of_reach", [0.0])[0] > 0.2) is is_told
