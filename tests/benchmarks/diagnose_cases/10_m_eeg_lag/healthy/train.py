import os
os.environ["KERAS_BACKEND"] = "torch"
import argparse
import numpy as np
import keras
from keras import layers as L

p = argparse.ArgumentParser()
p.add_argument("--epochs", type=int, default=10)
p.add_argument("--bs", type=int, default=32)
p.add_argument("--lr", type=float, default=2e-3)
p.add_argument("--seed", type=int, default=3)
args = p.parse_args()

keras.utils.set_random_seed(args.seed)
rng = np.random.default_rng(args.seed)

N_CH, N_T = 4, 80


def record(label):
    """4-electrode trace; the state decides which electrode leads."""
    f = rng.uniform(1.5, 6.0)
    phase = rng.uniform(0, 2 * np.pi)
    t = np.linspace(0, 1, N_T)
    lag = {0: +0.9, 1: 0.0, 2: -0.9}[label]
    sig = np.empty((N_CH, N_T))
    for c in range(N_CH):
        amp = rng.uniform(0.7, 1.3)
        sig[c] = amp * np.sin(2 * np.pi * f * t + phase + lag * c)
    return sig + 0.6 * rng.standard_normal(sig.shape)


def dataset(n):
    y = rng.integers(0, 3, n)
    x = np.stack([record(k) for k in y]).astype("float32")   # (n, electrodes, time)
    return x, y


x_train, y_train = dataset(1200)
x_val, y_val = dataset(400)
x_test, y_test = dataset(600)

inp = keras.Input((N_CH, N_T), name="eeg")
h = L.Permute((2, 1))(inp)
h = L.Conv1D(24, 7, padding="same", activation="relu")(h)
h = L.MaxPooling1D(2)(h)
h = L.Conv1D(32, 5, padding="same", activation="relu")(h)
h = L.GlobalAveragePooling1D()(h)
h = L.Dense(32, activation="relu")(h)
out = L.Dense(3, activation="softmax")(h)
net = keras.Model(inp, out)
net.summary()

net.compile(keras.optimizers.Adam(args.lr), "sparse_categorical_crossentropy", metrics=["accuracy"])
net.fit(x_train, y_train, validation_data=(x_val, y_val),
        epochs=args.epochs, batch_size=args.bs, verbose=2)
loss, acc = net.evaluate(x_test, y_test, verbose=0)
print(f"test: loss {loss:.3f}  accuracy {acc:.3f}")
