# Multi-step forecast of electricity load, 48 hours in -> 12 hours out
import argparse

import keras
import numpy as np
from keras import layers

p = argparse.ArgumentParser()
p.add_argument("--lookback", type=int, default=48)
p.add_argument("--horizon", type=int, default=12)
p.add_argument("--epochs", type=int, default=12)
p.add_argument("--batch-size", type=int, default=64)
p.add_argument("--lr", type=float, default=2e-3)
args = p.parse_args()

keras.utils.set_random_seed(42)
rng = np.random.default_rng(42)

hours = np.arange(2600)
load = (
    550
    + 120 * np.sin(2 * np.pi * hours / 24)
    + 60 * np.sin(2 * np.pi * hours / 168 + 1.0)
    + 35 * np.sin(4 * np.pi * hours / 24 + 0.4)
    + rng.normal(0, 15, len(hours))
)
split = 2000
mu, sd = load[:split].mean(), load[:split].std()
series = ((load - mu) / sd).astype("float32")


def windows(s):
    n = len(s) - args.lookback - args.horizon + 1
    idx = np.arange(n)[:, None]
    x = s[idx + np.arange(args.lookback)]
    y = s[idx + args.lookback + np.arange(args.horizon)]
    return x[..., None], y


x_train, y_train = windows(series[:split])
x_test, y_test = windows(series[split:])

inp = keras.Input((args.lookback, 1))
h = layers.Conv1D(24, 5, padding="causal", activation="relu")(inp)
h = layers.Conv1D(24, 5, padding="causal", dilation_rate=4, activation="relu")(h)
h = layers.Flatten()(h)
h = layers.Dense(64, activation="relu")(h)
out = layers.Dense(args.horizon, activation="relu")(h)
model = keras.Model(inp, out)

model.compile(optimizer=keras.optimizers.Adam(args.lr), loss="mse", metrics=["mae"])
model.fit(
    x_train, y_train,
    batch_size=args.batch_size, epochs=args.epochs,
    validation_data=(x_test, y_test), verbose=2,
    callbacks=[keras.callbacks.ReduceLROnPlateau(patience=3, factor=0.5)],
)

pred = model.predict(x_test, verbose=0)
mae_mw = np.abs(pred - y_test).mean() * sd
naive = np.abs(x_test[:, -24:-24 + args.horizon, 0] - y_test).mean() * sd
print(f"test MAE {mae_mw:.1f} MW  (same hour yesterday: {naive:.1f} MW)")
