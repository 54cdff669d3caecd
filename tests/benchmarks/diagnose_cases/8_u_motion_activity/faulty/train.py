"""Human activity recognition from a 3-axis accelerometer."""
import os
os.environ["KERAS_BACKEND"] = "torch"

from dataclasses import dataclass

import keras
import numpy as np
from keras import layers


@dataclass
class HParams:
    window: int = 64
    filters: int = 24
    dense: int = 32
    dropout: float = 0.92
    lr: float = 1.5e-3
    batch: int = 32
    epochs: int = 7
    seed: int = 9


ACTIVITIES = dict(sit=(0.0, 0.0), walk=(4, 0.8), run=(7, 1.6), stairs=(4, 1.2), cycle=(9, 0.7), wash=(12, 0.5))


def record(n, hp, rng):
    names = list(ACTIVITIES)
    y = rng.integers(0, len(names), n)
    t = np.arange(hp.window) / hp.window
    x = rng.normal(0, 0.35, (n, hp.window, 3))
    for i, c in enumerate(y):
        f, a = ACTIVITIES[names[c]]
        f = f * rng.uniform(0.92, 1.08)
        ph = rng.uniform(0, 2 * np.pi)
        x[i, :, 0] += a * np.sin(2 * np.pi * f * t + ph)
        x[i, :, 1] += 0.6 * a * np.sin(2 * np.pi * f * t + ph + 0.9)
        x[i, :, 2] += 1.0 + (0.5 * a * np.sin(4 * np.pi * f * t) if names[c] == "stairs" else 0)
    return x.astype("float32"), y


class HarNet(keras.Model):
    def __init__(self, hp, n_out):
        super().__init__()
        self.conv1 = layers.Conv1D(hp.filters, 7, padding="same", activation="relu")
        self.drop1 = layers.SpatialDropout1D(hp.dropout)
        self.conv2 = layers.Conv1D(hp.filters, 7, strides=2, padding="same", activation="relu")
        self.pool = layers.GlobalAveragePooling1D()
        self.fc = layers.Dense(hp.dense, activation="relu")
        self.drop2 = layers.Dropout(hp.dropout)
        self.out = layers.Dense(n_out)

    def call(self, x, training=False):
        x = self.drop1(self.conv1(x), training=training)
        x = self.pool(self.conv2(x))
        x = self.drop2(self.fc(x), training=training)
        return self.out(x)


def main():
    hp = HParams()
    keras.utils.set_random_seed(hp.seed)
    rng = np.random.default_rng(hp.seed)
    x, y = record(1800, hp, rng)
    xt, yt = record(400, hp, rng)
    model = HarNet(hp, len(ACTIVITIES))
    model.compile(
        optimizer=keras.optimizers.Adam(hp.lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(x, y, batch_size=hp.batch, epochs=hp.epochs, validation_data=(xt, yt), verbose=2)
    pred = model.predict(xt, verbose=0).argmax(1)
    for k, name in enumerate(ACTIVITIES):
        print(f"{name:7s} recall {(pred[yt == k] == k).mean():.2f}")
    print(f"overall accuracy {(pred == yt).mean():.3f}")


if __name__ == "__main__":
    main()
