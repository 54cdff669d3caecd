"""Remaining efficiency of a pump, with an uncertainty band from sampled forward passes."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
from keras import layers, ops

PASSES = 40


def measurements(n, rng):
    hours = rng.uniform(0, 1, n)
    head = rng.uniform(-1, 1, n)
    flow = rng.uniform(-1, 1, n)
    temp = rng.normal(0, 1, n)
    eff = 1.5 - 2.2 * hours ** 2 + 0.9 * np.sin(2 * head) - 0.8 * flow * head + 0.05 * temp
    y = eff + rng.normal(0, 0.1, n)
    return np.stack([hours * 2 - 1, head, flow, temp], 1).astype("float32"), y.astype("float32")[:, None]


def build():
    inp = keras.Input((4,))
    h = layers.Dense(128, activation="relu")(inp)
    h = layers.Dropout(0.05)(h)
    h = layers.Dense(128, activation="relu")(h)
    h = layers.Dropout(0.05)(h)
    return keras.Model(inp, layers.Dense(1)(h))


def sample_predictions(model, x):
    draws = [ops.convert_to_numpy(model(x, training=True)) for _ in range(PASSES)]
    draws = np.stack(draws)
    return draws.mean(0), draws.std(0)


if __name__ == "__main__":
    keras.utils.set_random_seed(50)
    rng = np.random.default_rng(50)
    x, y = measurements(3000, rng)
    xt, yt = measurements(600, rng)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse")
    model.fit(x, y, batch_size=64, epochs=10, validation_data=(xt, yt), verbose=2)
    mean, std = sample_predictions(model, xt)
    r2 = 1 - ((mean - yt) ** 2).sum() / ((yt - yt.mean()) ** 2).sum()
    band = np.sqrt(std ** 2 + 0.1 ** 2)
    inside = (np.abs(mean - yt) < 1.96 * band).mean()
    print(f"R2 {r2:.3f}   share inside the 95% band {inside:.3f}   mean band {band.mean():.3f}")
