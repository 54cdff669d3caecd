import json
import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers

from data import COLUMNS, make_mixes, split


def build(cfg, normalizer):
    model = keras.Sequential([keras.Input((len(COLUMNS),)), normalizer])
    for units in cfg["hidden"]:
        model.add(layers.Dense(units, activation="relu"))
    model.add(layers.Dense(1))
    model.compile(
        optimizer=keras.optimizers.Adam(cfg["learning_rate"]),
        loss="mse",
        metrics=["mae"],
    )
    return model


def main():
    with open("config.json") as f:
        cfg = json.load(f)
    keras.utils.set_random_seed(cfg["seed"])
    rng = np.random.default_rng(cfg["seed"])

    x, y = make_mixes(3000, rng)
    (x_train, y_train), (x_test, y_test) = split(x, y, cfg["test_fraction"], rng)

    normalizer = layers.Normalization()
    normalizer.adapt(x_train)
    center, spread = y_train.mean(), y_train.std()

    model = build(cfg, normalizer)
    model.fit(
        x_train,
        (y_train - center) / spread,
        validation_data=(x_test, (y_test - center) / spread),
        epochs=cfg["epochs"],
        batch_size=cfg["batch_size"],
        verbose=2,
    )

    pred = model.predict(x_test, verbose=0)[:, 0] * spread + center
    r2 = 1 - np.mean((pred - y_test) ** 2) / np.var(y_test)
    print(f"test MAE {np.abs(pred - y_test).mean():.2f} MPa   R2 {r2:.3f}")


if __name__ == "__main__":
    main()
