"""Learn short binary codes for product vectors and search with Hamming distance."""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
from keras import layers, ops

BITS = 12
DIM = 40
GROUPS = 12


class Binarize(layers.Layer):
    def call(self, h):
        code = ops.where(h >= 0, 1.0, -1.0)
        return h + ops.stop_gradient(code - h)


class HashingClassifier(keras.Model):
    def __init__(self, bits, groups):
        super().__init__()
        self.encoder = keras.Sequential(
            [layers.Dense(64, activation="relu"), layers.Dense(bits, activation="tanh")], name="encoder"
        )
        self.binarize = Binarize()
        self.group = layers.Dense(groups, activation="softmax")

    def call(self, x):
        return self.group(self.codes(x))

    def codes(self, x):
        return self.binarize(self.encoder(x))


def catalogue(n, rng, directions):
    """Group identity sits in a few directions of the vector; the rest is strong nuisance variation."""
    label = rng.integers(0, GROUPS, n)
    x = rng.normal(0, 1.0, (n, DIM))
    x[:, 8:] *= 2.5
    x[:, :8] = directions[label] + 0.5 * x[:, :8]
    return x, label


def precision_at(k, query, q_label, base, b_label):
    score = query @ base.T + 1e-3 * np.random.default_rng(0).random((len(query), len(base)))
    top = np.argsort(-score, axis=1)[:, :k]
    return (b_label[top] == q_label[:, None]).mean()


def main():
    keras.utils.set_random_seed(19)
    rng = np.random.default_rng(19)
    directions = rng.normal(0, 1.3, (GROUPS, 8))
    turn = np.linalg.qr(rng.normal(size=(DIM, DIM)))[0]
    x, label = catalogue(3000, rng, directions)
    xq, label_q = catalogue(400, rng, directions)
    x, xq = (x @ turn).astype("float32"), (xq @ turn).astype("float32")

    model = HashingClassifier(BITS, GROUPS)
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, label, epochs=10, batch_size=64, validation_data=(xq, label_q), verbose=2)

    base = ops.convert_to_numpy(model.codes(x))
    query = ops.convert_to_numpy(model.codes(xq))
    print(f"precision@20 of the {BITS}-bit codes: {precision_at(20, query, label_q, base, label):.3f}")


if __name__ == "__main__":
    main()
