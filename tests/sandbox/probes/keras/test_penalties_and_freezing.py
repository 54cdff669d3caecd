"""What regularisers add to the loss, and models that are fitted with everything frozen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.probes.keras.watching import Run, watched_source

SOURCE = """
import keras, numpy
from keras import layers
keras.utils.set_random_seed(0)
x = numpy.random.default_rng(0).normal(size=(32, 6)).astype("float32")
y = x[:, :1]
base = keras.Sequential([keras.Input((6,)), layers.Dense(4, activation="relu")])
first = keras.Sequential([base, layers.Dense(1)])
first.compile("sgd", "mse")
first.fit(x, y, batch_size=8, verbose=0)
second = keras.Sequential([
    base,
    layers.Dense(3{penalty}),
    layers.Dense(1),
])
{freeze}
second.compile("sgd", "mse")
second.fit(x, y, batch_size=8, verbose=0)
"""


def fitted(folder: Path, freeze: str = "", penalty: str = "") -> Run:
    return watched_source(SOURCE.format(freeze=freeze, penalty=penalty), folder)


def test_a_second_network_without_anything_to_train_is_told(tmp_path: Path) -> None:
    run = fitted(tmp_path, "for layer in second.layers:\n    layer.trainable = False")
    frozen = run.one("frozen_network")
    assert frozen["place"] == run.line("layer.trainable = False")
    assert frozen["parameters"] == 6 * 4 + 4 + 4 * 3 + 3 + 3 + 1


@pytest.mark.parametrize("freeze", ["", "base.trainable = False"])
def test_a_network_with_something_to_train_is_not(freeze: str, tmp_path: Path) -> None:
    assert fitted(tmp_path, freeze).all("frozen_network") == []


@pytest.mark.parametrize("kind", ["kernel", "activity"])
def test_what_is_added_to_the_loss_is_told_apart(kind: str, tmp_path: Path) -> None:
    run = fitted(tmp_path, penalty=f", {kind}_regularizer=keras.regularizers.L2(0.5)")
    told = run.all("losses")
    with_it = [event for event in told if "penalties" in event]
    pairs = [pair for one in with_it for pair in zip(one["penalties"], one["values"], strict=True)]
    assert "penalties" not in told[0]
    assert len(pairs) == 4
    assert all(0 < penalty < loss for penalty, loss in pairs)
    assert [layer["penalty"] for layer in run.all("layer") if "penalty" in layer] == [0.5]
