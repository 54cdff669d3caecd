"""Forecast the next 6 values of a seasonal series with a GRU."""
from dataclasses import dataclass

import numpy as np
import keras
from keras import layers, regularizers


@dataclass
class Config:
    lookback: int = 24
    horizon: int = 6
    units: int = 24
    weight_decay: float = 0.5
    lr: float = 5e-3
    epochs: int = 7
    batch: int = 64
    seed: int = 2


def series(rng, n=2200):
    t = np.arange(n)
    s = np.sin(2 * np.pi * t / 12) + 0.6 * np.sin(2 * np.pi * t / 31 + 1) + 0.05 * rng.normal(size=n)
    return s.astype("float32")


def to_windows(s, cfg):
    idx = np.arange(len(s) - cfg.lookback - cfg.horizon)
    x = np.stack([s[i:i + cfg.lookback] for i in idx])[..., None]
    y = np.stack([s[i + cfg.lookback:i + cfg.lookback + cfg.horizon] for i in idx])
    return x, y


class Forecaster(keras.Model):
    def __init__(self, cfg):
        super().__init__()
        reg = regularizers.L2(cfg.weight_decay)
        self.rnn = layers.GRU(cfg.units, kernel_regularizer=reg, recurrent_regularizer=reg)
        self.fc = layers.Dense(32, activation="relu", kernel_regularizer=reg)
        self.out = layers.Dense(cfg.horizon, kernel_regularizer=reg)

    def call(self, x):
        return self.out(self.fc(self.rnn(x)))


def run(cfg):
    keras.utils.set_random_seed(cfg.seed)
    rng = np.random.default_rng(cfg.seed)
    x, y = to_windows(series(rng), cfg)
    cut = int(0.8 * len(x))
    model = Forecaster(cfg)
    model.compile(optimizer=keras.optimizers.Adam(cfg.lr), loss="mse", metrics=["mae"])
    model.fit(x[:cut], y[:cut], epochs=cfg.epochs, batch_size=cfg.batch,
              validation_data=(x[cut:], y[cut:]), verbose=2)
    pred = model.predict(x[cut:], verbose=0)
    naive = np.mean((x[cut:, -1] - y[cut:]) ** 2)
    print(f"test mse {np.mean((pred - y[cut:]) ** 2):.4f} (last-value baseline {naive:.4f})")


if __name__ == "__main__":
    run(Config())
