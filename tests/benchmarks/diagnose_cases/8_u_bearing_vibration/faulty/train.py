"""Classify bearing condition from short vibration windows with a 1-D CNN."""
import argparse
import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
from keras import layers

CONDITIONS = ["ok", "inner_race", "outer_race", "ball"]


def make_windows(n, rng, length=128):
    t = np.arange(length) / length
    labels = rng.integers(0, len(CONDITIONS), n)
    x = rng.normal(0, 0.6, (n, length))
    x += np.sin(2 * np.pi * (6 * t[None] + rng.random((n, 1))))
    period = np.array([0, 11, 17, 26])
    for i, c in enumerate(labels):
        if c == 0:
            continue
        start = rng.integers(0, period[c])
        for p in range(start, length - 4, period[c]):
            amp = rng.uniform(1.2, 2.4)
            x[i, p:p + 4] += amp * np.array([1.0, -0.8, 0.5, -0.2])
    return x[..., None].astype("float32"), labels.astype("int64")


def build(length):
    inp = keras.Input((length, 1))
    x = layers.Conv1D(16, 7, padding="same", activation="relu")(inp)
    x = layers.MaxPooling1D(2)(x)
    x = layers.Conv1D(32, 15, padding="same", activation="relu")(x)
    x = layers.MaxPooling1D(2)(x)
    x = layers.Conv1D(32, 9, padding="same", activation="relu")(x)
    x = layers.GlobalMaxPooling1D()(x)
    x = layers.Dense(32, activation="relu")(x)
    return keras.Model(inp, layers.Dense(len(CONDITIONS), activation="softmax")(x))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--n-train", type=int, default=2400)
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--batch-size", type=int, default=2048)
    ap.add_argument("--lr", type=float, default=1e-3)
    args = ap.parse_args()

    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    x_train, y_train = make_windows(args.n_train, rng)
    x_val, y_val = make_windows(500, rng)
    x_test, y_test = make_windows(500, rng)

    model = build(x_train.shape[1])
    model.compile(
        optimizer=keras.optimizers.Adam(args.lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(
        x_train, y_train,
        batch_size=args.batch_size,
        epochs=args.epochs,
        validation_data=(x_val, y_val),
        verbose=2,
    )
    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
