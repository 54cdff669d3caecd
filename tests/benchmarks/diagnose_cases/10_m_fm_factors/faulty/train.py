"""Factorisation machine for click prediction."""
import argparse
import os

os.environ.setdefault("KERAS_BACKEND", "torch")
import numpy as np
import keras
from keras import layers, ops


class FactorizationMachine(layers.Layer):
    def __init__(self, n_features, rank=8, **kwargs):
        super().__init__(**kwargs)
        self.n_features = n_features
        self.rank = rank

    def build(self, input_shape):
        self.bias = self.add_weight(shape=(1,), initializer="zeros", name="bias")
        self.linear = self.add_weight(shape=(self.n_features,), initializer="zeros", name="linear")
        self.factors = keras.random.normal((self.n_features, self.rank), stddev=0.1)

    def call(self, ids):
        lin = ops.sum(ops.take(self.linear, ids, axis=0), axis=1, keepdims=True)
        v = ops.take(self.factors, ids, axis=0)
        square_of_sum = ops.square(ops.sum(v, axis=1))
        sum_of_square = ops.sum(ops.square(v), axis=1)
        pair = 0.5 * ops.sum(square_of_sum - sum_of_square, axis=-1, keepdims=True)
        return self.bias + lin + pair


FIELDS = (40, 30, 8)  # user, item, hour slot


def clicks(n, rng):
    user_taste = rng.normal(0, 1, (FIELDS[0], 3))
    item_style = rng.normal(0, 1, (FIELDS[1], 3))
    hour = rng.normal(0, 0.4, FIELDS[2])
    u, i, h = (rng.integers(0, k, n) for k in FIELDS)
    logit = 2.0 * (user_taste[u] * item_style[i]).sum(1) + hour[h]
    y = rng.random(n) < 1 / (1 + np.exp(-logit))
    offset = np.cumsum((0,) + FIELDS[:-1])
    return (np.stack([u, i, h], 1) + offset).astype("int32"), y.astype("float32")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--rank", type=int, default=6)
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--seed", type=int, default=31)
    a = ap.parse_args()
    keras.utils.set_random_seed(a.seed)
    x, y = clicks(9000, np.random.default_rng(a.seed))
    x_train, x_val, x_test = np.split(x, [6400, 7400])
    y_train, y_val, y_test = np.split(y, [6400, 7400])

    ids = keras.Input((len(FIELDS),), dtype="int32")
    model = keras.Model(ids, layers.Activation("sigmoid")(FactorizationMachine(sum(FIELDS), a.rank)(ids)))
    model.compile(keras.optimizers.Adam(0.02), "binary_crossentropy", metrics=[keras.metrics.AUC(name="auc")])
    model.fit(x_train, y_train[:, None], epochs=a.epochs, batch_size=128,
              validation_data=(x_val, y_val[:, None]), verbose=2)
    res = model.evaluate(x_test, y_test[:, None], verbose=0, return_dict=True)
    print(f"test logloss {res['loss']:.3f}  AUC {res['auc']:.3f}")


if __name__ == "__main__":
    main()
