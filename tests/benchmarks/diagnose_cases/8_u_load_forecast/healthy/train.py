"""Day-ahead style forecast: 24 past hours of grid load -> next 4 hours."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import numpy as np
import keras
from keras import layers

PAST, AHEAD, BATCH = 24, 4, 64


def synth_load(hours, rng):
    h = np.arange(hours)
    daily = 9 * np.sin(2 * np.pi * (h - 7) / 24) + 4 * np.sin(4 * np.pi * (h - 3) / 24)
    weekly = 3.0 * ((h // 24) % 7 < 5)
    noise = np.zeros(hours)
    for i in range(1, hours):
        noise[i] = 0.9 * noise[i - 1] + rng.normal(0, 0.6)
    return 52 + daily + weekly + noise


class LoadForecaster(keras.Model):
    def __init__(self, units=20, horizon=AHEAD, **kw):
        super().__init__(**kw)
        self.encoder = layers.GRU(units)
        self.hidden = layers.Dense(32, activation="relu")
        self.out = layers.Dense(horizon)

    def call(self, x, training=None):
        return self.out(self.hidden(self.encoder(x)))


def window_generator(series, rng):
    last = len(series) - PAST - AHEAD
    while True:
        starts = rng.integers(0, last, BATCH)
        idx = starts[:, None] + np.arange(PAST + AHEAD)
        w = series[idx].astype("float32")
        yield w[:, :PAST, None], w[:, PAST:]


def all_windows(series):
    idx = np.arange(len(series) - PAST - AHEAD)[:, None] + np.arange(PAST + AHEAD)
    w = series[idx].astype("float32")
    return w[:, :PAST, None], w[:, PAST:]


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    load = synth_load(24 * 200, rng)
    cut = 24 * 160
    mu, sd = load[:cut].mean(), load[:cut].std()
    train, test = (load[:cut] - mu) / sd, (load[cut:] - mu) / sd

    model = LoadForecaster()
    model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
    model.fit(window_generator(train, rng), steps_per_epoch=50, epochs=6, verbose=2)

    x, y = all_windows(test)
    pred = model.predict(x, batch_size=256, verbose=0)
    rmse = np.sqrt(((pred - y) ** 2).mean()) * sd
    persistence = np.sqrt(((x[:, -1] - y) ** 2).mean()) * sd
    print(f"RMSE model {rmse:.2f} MW   persistence {persistence:.2f} MW")
    print(f"R2 {1 - ((pred - y) ** 2).sum() / ((y - y.mean()) ** 2).sum():.3f}")
