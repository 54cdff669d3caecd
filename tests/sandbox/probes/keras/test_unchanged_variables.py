"""Variables that are at the end what they were at first, and what keeps them so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.keras.watching import Run, watched_source

SOURCE = """
import keras, numpy
from keras import layers, ops
keras.utils.set_random_seed(0)
x = numpy.random.default_rng(0).normal(size=(64, 6)).astype("float32")
y = x[:, :1]

class Holder:
    pass

holder = Holder()
holder.dense = layers.Dense(4)
holder.recurrent = layers.LSTM(3)

class Network(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)
        self.last = layers.Dense(1)
        self.optional = layers.Dense(2)

    def build(self, shape):
        self.scale = self.add_weight(shape=(), initializer="ones", name="scale")
        self.fixed = self.add_weight(shape=(4, 4), trainable=False, name="fixed")

    def call(self, x):
        hidden = self.first(x)
        {call}
        return self.last(hidden @ self.fixed)

model = Network()
model.compile("sgd", "mse")
model.fit(x, y, batch_size=8, epochs=2, verbose=0)
"""


def fitted(folder: Path, call: str) -> Run:
    run = watched_source(SOURCE.replace("{call}", call), folder, check_network=True)
    assert run.all("trouble") == []
    return run


def unchanged(run: Run) -> dict[str, dict[str, Any]]:
    names = {layer["layer"]: layer["type"] for layer in run.all("layer")}
    told = run.one("parameters")["unchanged"]
    return {f"{names[one['layer']]}.{one['name']}": one for one in told}


def test_what_changes_is_not_told(tmp_path: Path) -> None:
    run = fitted(tmp_path, "hidden = hidden * self.scale")
    assert set(unchanged(run)) == {"Network.fixed"}
    assert unchanged(run)["Network.fixed"]["trainable"] is False
    assert run.one("parameters")["compared"] == 6


@pytest.mark.parametrize("layer", ["dense", "recurrent"])
def test_layers_that_the_model_does_not_know_are_met(tmp_path: Path, layer: str) -> None:
    extra = "hidden[:, None]" if layer == "recurrent" else "hidden"
    call = f"hidden = hidden * self.scale + ops.sum(holder.{layer}({extra}))"
    told = [one for one in unchanged(fitted(tmp_path, call)).values() if not one["tracked"]]
    assert len(told) == (3 if layer == "recurrent" else 2)
    assert len({one["layer"] for one in told}) == 1
    assert all(one["had_gradient"] and not one["optimised"] for one in told)


@pytest.mark.parametrize(
    "number",
    ["float(self.scale)", "float(ops.exp(self.scale))", "float(ops.convert_to_numpy(self.scale))"],
)
def test_a_weight_that_is_made_a_plain_number_has_an_effect(tmp_path: Path, number: str) -> None:
    run = fitted(tmp_path, f"hidden = hidden * {number}")
    scale = unchanged(run)["Network.scale"]
    assert scale["optimised"]
    assert not scale["had_gradient"]
    assert scale["has_effect"]
    assert scale["cut"] == run.line("hidden = hidden *")
    assert scale["built"] == run.line("self.scale = self.add_weight")
    assert float(run.names["model"].scale) == 1.0


def test_a_weight_that_is_not_used_has_none(tmp_path: Path) -> None:
    scale = unchanged(fitted(tmp_path, ""))["Network.scale"]
    assert not scale["had_gradient"]
    assert scale["has_effect"] is False
