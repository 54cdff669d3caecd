import keras
import numpy as np

from model import build_model

PARAMS = {"units": 64, "epochs": 12, "batch_size": 64, "optimizer": "adadelta"}

keras.utils.set_random_seed(33)
rng = np.random.default_rng(33)


def make(n):
    temp = rng.normal(15, 8, n)
    hour = rng.integers(0, 24, n)
    occupied = rng.random(n) < 0.6
    area = rng.uniform(50, 300, n)
    kwh = 0.04 * area + 0.5 * np.maximum(0, 18 - temp) + 3 * occupied * np.sin(np.pi * hour / 24) + rng.normal(0, 0.5, n)
    X = np.stack([temp, np.sin(hour / 24 * 2 * np.pi), np.cos(hour / 24 * 2 * np.pi), occupied, area], axis=1)
    return X, kwh


X, y = make(4000)
xt, yt, xv, yv = X[:3200], y[:3200], X[3200:], y[3200:]
m, s = xt.mean(0), xt.std(0)
xt, xv = (xt - m) / s, (xv - m) / s
ym, ys = yt.mean(), yt.std()

model = build_model(5, PARAMS["units"])
model.compile(optimizer=PARAMS["optimizer"], loss="mse", metrics=["mae"])


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(f"{epoch:02d} mse={logs['loss']:.4f} val_mse={logs['val_loss']:.4f} val_mae={logs['val_mae']:.4f}")


model.fit(xt, (yt - ym) / ys, validation_data=(xv, (yv - ym) / ys), epochs=PARAMS["epochs"],
          batch_size=PARAMS["batch_size"], verbose=0, callbacks=[Report()])
