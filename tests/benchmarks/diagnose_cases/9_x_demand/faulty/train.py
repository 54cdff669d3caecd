"""Probabilistic demand forecast: three quantiles of tomorrow's load from the last two weeks."""
import json

import keras
import numpy as np
from keras import layers, ops

CONFIG = json.loads("""{
  "window": 14, "quantiles": [0.1, 0.5, 0.9],
  "units": 48, "lr": 0.003, "epochs": 10, "batch_size": 64, "seed": 13
}""")


class PinballLoss(keras.losses.Loss):
    def __init__(self, quantiles, name="pinball"):
        super().__init__(name=name)
        self.quantiles = list(quantiles)

    def call(self, y_true, y_pred):
        total = 0.0
        for k, q in enumerate(self.quantiles):
            err = y_pred[:, k] - y_true[:, 0]
            total = total + ops.maximum(q * err, (q - 1.0) * err)
        return total / len(self.quantiles)


def demand_series(days, rng):
    d = np.arange(days)
    weekly = np.array([0.0, 0.4, 0.5, 0.3, 0.6, -0.7, -1.1])[d % 7]
    slow = np.zeros(days)
    for i in range(1, days):
        slow[i] = 0.95 * slow[i - 1] + 0.1 * rng.standard_normal()
    spread = 0.15 + 0.25 * (d % 7 >= 5)
    return (weekly + slow + spread * rng.standard_normal(days)).astype("float32")


def windows(series, w):
    x = np.stack([series[i:i + w] for i in range(len(series) - w)])
    day = np.eye(7, dtype="float32")[np.arange(w, len(series)) % 7]
    return x, day, series[w:, None]


def network(cfg):
    past = keras.Input((cfg["window"],), name="past")
    day = keras.Input((7,), name="weekday")
    h = layers.Concatenate()([past, day])
    h = layers.Dense(cfg["units"], activation="relu")(h)
    h = layers.Dense(cfg["units"], activation="relu")(h)
    return keras.Model([past, day], layers.Dense(len(cfg["quantiles"]))(h))


if __name__ == "__main__":
    cfg = CONFIG
    keras.utils.set_random_seed(cfg["seed"])
    series = demand_series(3000, np.random.default_rng(cfg["seed"]))
    past, day, target = windows(series, cfg["window"])
    n = 2400
    model = network(cfg)
    model.compile(optimizer=keras.optimizers.Adam(cfg["lr"]), loss=PinballLoss(cfg["quantiles"]))
    model.fit([past[:n], day[:n]], target[:n], epochs=cfg["epochs"], batch_size=cfg["batch_size"],
              validation_data=([past[n:], day[n:]], target[n:]), verbose=2)

    q = model.predict([past[n:], day[n:]], verbose=0)
    cover = [(target[n:, 0] <= q[:, k]).mean() for k in range(3)]
    mae = np.abs(q[:, 1] - target[n:, 0]).mean()
    print("share below q10/q50/q90: %.2f %.2f %.2f   median MAE %.3f" % (*cover, mae))
