import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np

from features import EDGES, customers


class BandClassifier(keras.Model):
    def __init__(self, n_bands, width=64):
        super().__init__()
        self.body = keras.Sequential([
            keras.layers.Dense(width, activation="gelu"),
            keras.layers.BatchNormalization(),
            keras.layers.Dense(width, activation="gelu"),
        ])
        self.out = keras.layers.Dense(n_bands, activation="softmax")

    def call(self, x, training=False):
        return self.out(self.body(x, training=training))


def main(seed=33):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x, y = customers(3000, rng)
    x_test, y_test = customers(800, rng)

    model = BandClassifier(n_bands=len(EDGES) + 1)
    model.compile(optimizer=keras.optimizers.Adam(1e-3),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, y, epochs=10, batch_size=64, validation_split=0.1, verbose=2)
    _, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"age band accuracy on unseen customers: {acc:.3f}")


if __name__ == "__main__":
    main()
