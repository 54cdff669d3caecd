"""Classify hand gestures from 16 EMG channel features."""
from dataclasses import dataclass

import numpy as np
import keras
from keras import layers


@dataclass
class Config:
    n_train: int = 4096
    n_test: int = 1024
    n_features: int = 16
    n_classes: int = 8
    hidden: int = 96
    lr: float = 1e-3
    epochs: int = 15
    batch_size: int = 4096
    seed: int = 13


def load_data(cfg):
    rng = np.random.default_rng(cfg.seed)
    n = cfg.n_train + cfg.n_test
    y = rng.integers(0, cfg.n_classes, n)
    # two clusters per gesture (palm up / palm down)
    centers = rng.normal(0, 1.0, (cfg.n_classes, 2, cfg.n_features))
    side = rng.integers(0, 2, n)
    x = centers[y, side] + rng.normal(0, 0.75, (n, cfg.n_features))
    x = np.tanh(x).astype("float32")
    mean, std = x[: cfg.n_train].mean(0), x[: cfg.n_train].std(0)
    x = (x - mean) / std
    return (x[: cfg.n_train], y[: cfg.n_train]), (x[cfg.n_train:], y[cfg.n_train:])


def build_model(cfg):
    inputs = keras.Input(shape=(cfg.n_features,))
    h = layers.Dense(cfg.hidden)(inputs)
    h = layers.Activation("relu")(h)
    h = layers.Dense(cfg.hidden)(h)
    h = layers.Activation("relu")(h)
    h = layers.Dense(cfg.n_classes)(h)
    outputs = layers.Activation("softmax")(h)
    return keras.Model(inputs, outputs, name="emg")


def main():
    cfg = Config()
    keras.utils.set_random_seed(cfg.seed)
    (x_train, y_train), (x_test, y_test) = load_data(cfg)
    model = build_model(cfg)
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=cfg.lr),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    model.fit(x_train, y_train, batch_size=cfg.batch_size, epochs=cfg.epochs,
              validation_data=(x_test, y_test), verbose=2)
    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"test loss {loss:.4f}  test acc {acc:.4f}")


if __name__ == "__main__":
    main()
