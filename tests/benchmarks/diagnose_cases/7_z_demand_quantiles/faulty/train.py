import os
os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers, ops

QUANTILES = [0.1, 0.5, 0.9]
WINDOW = 14


def demand_series(n_days, rng):
    day = np.arange(n_days)
    weekly = np.array([0.0, 0.3, 0.2, 0.4, 0.9, 1.5, 1.1])[day % 7]
    level = 3 + 0.5 * np.sin(2 * np.pi * day / 90)
    spread = 0.15 + 0.35 * (day % 7 >= 5)
    return (level + weekly + spread * rng.normal(size=n_days)).astype("float32")


def windows(series):
    idx = np.arange(len(series) - WINDOW)
    x = np.stack([series[i:i + WINDOW] for i in idx])
    dow = np.eye(7, dtype="float32")[(idx + WINDOW) % 7]
    return x[..., None], dow, series[idx + WINDOW]


@keras.saving.register_keras_serializable()
class QuantileLoss(keras.losses.Loss):
    def __init__(self, quantiles, name="quantile_loss"):
        super().__init__(name=name)
        self.quantiles = quantiles

    def call(self, y_true, y_pred):
        q = ops.convert_to_tensor(self.quantiles, dtype="float32")
        error = y_pred - y_true
        return ops.mean(ops.maximum(q * error, (q - 1.0) * error), axis=-1)


def build():
    history = keras.Input((WINDOW, 1), name="history")
    weekday = keras.Input((7,), name="weekday")
    h = layers.GRU(24)(history)
    h = layers.Concatenate()([h, weekday])
    h = layers.Dense(32, activation="relu")(h)
    return keras.Model([history, weekday], layers.Dense(len(QUANTILES))(h))


keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)
series = demand_series(1500, rng)
mean, std = series[:1200].mean(), series[:1200].std()
x, dow, y = windows((series - mean) / std)
n_train = 1200 - WINDOW

model = build()
model.compile(optimizer=keras.optimizers.Adam(4e-3), loss=QuantileLoss(QUANTILES))
model.fit([x[:n_train], dow[:n_train]], y[:n_train, None], epochs=9, batch_size=32, verbose=2)

bands = model.predict([x[n_train:], dow[n_train:]], verbose=0)
actual = y[n_train:]
below = [(actual <= bands[:, k]).mean() for k in range(3)]
print("share of days below each band:", ", ".join(f"q{q:.1f}: {b:.2f}" for q, b in zip(QUANTILES, below)))
inside = np.mean((actual >= bands[:, 0]) & (actual <= bands[:, 2]))
print(f"share inside the 80 % interval: {inside:.2f}, median MAE {np.abs(bands[:, 1] - actual).mean() * std:.3f}")
