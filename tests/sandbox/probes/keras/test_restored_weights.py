"""Weights that are put back once the model has trained: by hand, or by a callback."""

from __future__ import annotations

from pathlib import Path

from tests.sandbox.probes.keras.watching import watched_source

SOURCE = """
import keras, numpy
keras.utils.set_random_seed(0)
x = numpy.random.default_rng(0).normal(size=(32, 6)).astype("float32")
model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(1)])
model.set_weights(weights=model.get_weights())
model.compile("sgd", "mse")
stop = keras.callbacks.EarlyStopping("loss", mode="max", patience=2, restore_best_weights=True)
model.fit(x, x[:, :1], epochs=9, batch_size=8, verbose=0, callbacks=[stop])
"""


def test_they_are_told_with_the_steps_so_far(tmp_path: Path) -> None:
    (told,) = watched_source(SOURCE, tmp_path).all("restored")
    assert told["step"] == 3 * 4
