"""Estimate the administered dose from absorbance spectra of a two-component mixture."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
from keras import layers

CHANNELS = 60
grid = np.linspace(0, 1, CHANNELS)


def peak(centre, width):
    return np.exp(-0.5 * ((grid - centre) / width) ** 2)


def spectra(n, rng):
    dose = rng.uniform(0.5, 4.0, n)
    frac = rng.uniform(0.2, 0.8, n)
    shift = rng.normal(0, 0.01, n)
    s = np.stack([d * (f * peak(0.35 + k, 0.06) + (1 - f) * peak(0.62 + k, 0.09))
                  for d, f, k in zip(dose, frac, shift)])
    s *= 1 + rng.normal(0, 0.05, s.shape)
    return s.astype("float32"), dose.astype("float32")[:, None]


def make_model():
    return keras.Sequential([
        layers.Input((CHANNELS,)),
        layers.Dense(64, activation="relu"),
        layers.Dense(32, activation="relu"),
        layers.Dense(1),
    ], name="dosimeter")


def fit_and_score(seed):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x_train, y_train = spectra(1500, rng)
    x_test, y_test = spectra(400, rng)
    model = make_model()
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mae", metrics=["mae"])
    model.fit(x_train, y_train, epochs=14, batch_size=32,
              validation_data=(x_test, y_test), verbose=2)
    pred = model.predict(x_test, verbose=0)
    r2 = 1 - ((pred - y_test) ** 2).sum() / ((y_test - y_test.mean()) ** 2).sum()
    return float(np.abs(pred - y_test).mean()), float(r2)


SEED = 4
mae, r2 = fit_and_score(SEED)
print(f"dose MAE {mae:.3f}  R2 {r2:.3f}")
