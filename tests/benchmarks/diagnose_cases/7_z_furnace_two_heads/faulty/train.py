import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers

N_SENSORS, N_STEPS, N_STATES = 5, 24, 3


class FurnaceLog:
    """Multichannel readings with the operating state and the deviation of the bath temperature."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.mix = np.random.default_rng(99).normal(size=(4, N_SENSORS))

    def sample(self, n):
        rng = self.rng
        t = np.linspace(0, 1, N_STEPS)
        state = rng.integers(0, N_STATES, n)
        deviation = rng.normal(0, 18.0, n)
        drift = (deviation / 18.0)[:, None] * t[None]
        cycle = np.sin(2 * np.pi * (state + 1)[:, None] * t[None] + rng.uniform(0, 1.0, (n, 1)))
        latent = np.stack([drift, cycle, drift * cycle, np.ones_like(cycle)], axis=2)
        readings = latent @ self.mix + rng.normal(0, 0.25, (n, N_STEPS, N_SENSORS))
        return readings.astype("float32"), state.astype("int32"), deviation.astype("float32")


def make_model():
    readings = keras.Input((N_STEPS, N_SENSORS), name="readings")
    h = layers.Conv1D(24, 5, padding="same", activation="relu")(readings)
    h = layers.Conv1D(24, 5, strides=2, padding="same", activation="relu")(h)
    h = layers.Flatten()(h)
    h = layers.Dense(48, activation="relu")(h)
    state = layers.Dense(N_STATES, activation="softmax", name="state")(h)
    d = layers.Dense(24, activation="relu")(h)
    deviation = layers.Dense(1, activation="relu", name="deviation")(d)
    return keras.Model(readings, {"state": state, "deviation": deviation})


def main():
    keras.utils.set_random_seed(21)
    log = FurnaceLog(21)
    x, state, dev = log.sample(2000)
    xt, state_t, dev_t = log.sample(500)
    scale = dev.std()

    model = make_model()
    model.compile(
        optimizer="adam",
        loss={"state": "sparse_categorical_crossentropy", "deviation": "mse"},
        loss_weights={"state": 0.5, "deviation": 1.0},
        metrics={"state": ["accuracy"], "deviation": ["mae"]},
    )
    model.fit(
        x,
        {"state": state, "deviation": dev / scale},
        validation_split=0.15,
        epochs=5,
        batch_size=32,
        verbose=2,
    )
    out = model.predict(xt, verbose=0)
    acc = np.mean(out["state"].argmax(1) == state_t)
    rmse = np.sqrt(np.mean((out["deviation"][:, 0] * scale - dev_t) ** 2))
    print(f"state accuracy {acc:.3f} | deviation RMSE {rmse:.2f} K (spread of the targets {dev_t.std():.2f} K)")


main()
