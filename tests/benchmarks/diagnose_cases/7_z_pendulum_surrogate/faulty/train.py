import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from dataclasses import dataclass

import keras
import numpy as np
from keras import layers

import physics


@dataclass
class Settings:
    seed: int = 8
    width: int = 48
    depth: int = 3
    lr: float = 3e-3
    epochs: int = 15
    batch_size: int = 64
    n_train: int = 3000
    n_test: int = 800


class Surrogate(keras.Model):
    def __init__(self, width, depth, **kwargs):
        super().__init__(**kwargs)
        self.hidden = [layers.Dense(width) for _ in range(depth)]
        self.delta = layers.Dense(2)

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.delta(x)


def main(s: Settings):
    keras.utils.set_random_seed(s.seed)
    rng = np.random.default_rng(s.seed)
    x_train, y_train = physics.dataset(s.n_train, rng)
    x_test, y_test = physics.dataset(s.n_test, rng)
    mean, std = y_train.mean(0), y_train.std(0)

    model = Surrogate(s.width, s.depth)
    model.compile(optimizer=keras.optimizers.Adam(s.lr), loss="mse")
    history = model.fit(
        x_train, (y_train - mean) / std,
        validation_split=0.1, epochs=s.epochs, batch_size=s.batch_size, verbose=0,
        callbacks=[keras.callbacks.ReduceLROnPlateau(patience=4, factor=0.5)],
    )
    for e in range(0, s.epochs, 5):
        print(f"epoch {e:3d}  loss {history.history['loss'][e]:.4f}  val {history.history['val_loss'][e]:.4f}")

    pred = model.predict(x_test, verbose=0) * std + mean
    err = np.sqrt(np.mean((pred - y_test) ** 2, axis=0))
    print(f"RMSE of the step: angle {err[0]:.4f} rad, velocity {err[1]:.4f} rad/s")
    print(f"relative to the spread: {err[0] / y_test[:, 0].std():.3f}, {err[1] / y_test[:, 1].std():.3f}")


if __name__ == "__main__":
    main(Settings())
