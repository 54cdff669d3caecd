import argparse

import numpy as np
import keras
from keras import layers

parser = argparse.ArgumentParser(description="hourly load forecasting")
parser.add_argument("--window", type=int, default=12)
parser.add_argument("--units", type=int, default=32)
parser.add_argument("--epochs", type=int, default=14)
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--seed", type=int, default=3)
args = parser.parse_args()

keras.utils.set_random_seed(args.seed)
rng = np.random.default_rng(args.seed)

# synthetic load: daily cycle, weekly cycle, evening peaks, noise
t = np.arange(2600)
load = (
    10 + 3 * np.sin(2 * np.pi * t / 24)
    + 2.0 * np.maximum(0, np.sin(4 * np.pi * t / 24 + 1.0)) ** 3
    + 1.0 * np.sin(2 * np.pi * t / 168)
    + 0.25 * rng.normal(size=t.size)
).astype("float32")

split = 2000
mean, std = load[:split].mean(), load[:split].std()
series = (load - mean) / std


def windows(s, w):
    x = np.stack([s[i:i + w] for i in range(len(s) - w)])
    return x[..., None], s[w:]


x_train, y_train = windows(series[:split], args.window)
x_test, y_test = windows(series[split:], args.window)

model = keras.Sequential()
model.add(keras.Input(shape=(args.window, 1)))
model.add(layers.LSTM(args.units))
model.add(layers.Dense(1))
model.compile(optimizer=keras.optimizers.Adam(args.lr), loss="mse", metrics=["mae"])
model.fit(x_train, y_train, epochs=args.epochs, batch_size=args.batch_size,
          validation_data=(x_test, y_test), verbose=2)

pred = model.predict(x_test, verbose=0)[:, 0]
rmse = np.sqrt(np.mean((pred - y_test) ** 2)) * std
naive = np.sqrt(np.mean((x_test[:, -1, 0] - y_test) ** 2)) * std
print(f"test RMSE {rmse:.3f}   last-value baseline {naive:.3f}")
