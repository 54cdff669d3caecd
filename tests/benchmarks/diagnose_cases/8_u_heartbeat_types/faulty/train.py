"""Heartbeat morphology classifier with a validation-driven stop."""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
from keras import layers

KINDS = ("normal", "pvc", "lbbb", "st_elevation")


def beat(kind, rng, n=72):
    t = np.linspace(-0.4, 0.6, n)
    bump = lambda c, w, a: a * np.exp(-0.5 * ((t - c) / w) ** 2)
    j = lambda s: rng.normal(0, s)
    qrs = 0.022 if kind in ("normal", "st_elevation") else 0.055
    y = bump(0 + j(.01), qrs, 1.0 + j(.1)) - bump(0.05 + j(.01), qrs * 0.8, 0.35)
    if kind != "pvc":
        y += bump(-0.2 + j(.02), 0.03, 0.18)
    y += bump(0.3 + j(.02), 0.06, -0.25 if kind == "pvc" else 0.3)
    if kind == "st_elevation":
        y += bump(0.15, 0.08, 0.28)
    return y + rng.normal(0, 0.12, n) + j(0.1)


def beats(n, rng):
    labels = rng.integers(0, len(KINDS), n)
    return np.stack([beat(KINDS[k], rng) for k in labels])[..., None].astype("float32"), labels


def build():
    reg = keras.regularizers.L2(1e-5)
    return keras.Sequential([
        layers.Input((72, 1)),
        layers.Conv1D(16, 9, padding="same", activation="relu", kernel_regularizer=reg),
        layers.MaxPooling1D(3),
        layers.Conv1D(24, 7, padding="same", activation="relu", kernel_regularizer=reg),
        layers.MaxPooling1D(3),
        layers.Flatten(),
        layers.Dropout(0.2),
        layers.Dense(len(KINDS), activation="softmax"),
    ])


def main():
    keras.utils.set_random_seed(31)
    rng = np.random.default_rng(31)
    train, val, test = beats(1000, rng), beats(300, rng), beats(500, rng)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(4e-4), loss="sparse_categorical_crossentropy",
                  metrics=["accuracy"])
    callbacks = [
        keras.callbacks.EarlyStopping(
            monitor="val_accuracy",
            mode="min",
            patience=6,
            restore_best_weights=True,
            verbose=1,
        ),
        keras.callbacks.TerminateOnNaN(),
    ]
    model.fit(*train, batch_size=50, epochs=30, validation_data=val, callbacks=callbacks, verbose=2)
    loss, acc = model.evaluate(*test, verbose=0)
    print(f"test loss {loss:.3f} accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
