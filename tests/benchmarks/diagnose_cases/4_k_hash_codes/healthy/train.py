"""Learn 8-bit codes for product vectors; a small classifier reads the code only."""
import keras
import numpy as np
from keras import layers, ops


class Binarize(layers.Layer):
    """0/1 forward, identity backward."""

    def call(self, p):
        bits = ops.cast(p > 0.5, "float32")
        return p + ops.stop_gradient(bits - p)


def products(n, rng, n_cat=12, dim=48):
    centers = np.random.default_rng(0).normal(size=(n_cat, 6))
    mix = np.random.default_rng(1).normal(size=(6, dim))
    cat = rng.integers(0, n_cat, n)
    x = (centers[cat] + 0.25 * rng.normal(size=(n, 6))) @ mix
    x = x / 2.5 + 0.8 * rng.normal(size=(n, dim))
    return x.astype("float32"), cat.astype("int32")


def build(bits=8, n_cat=12, dim=48):
    inp = keras.Input((dim,))
    h = layers.Dense(64, activation="relu")(inp)
    p = layers.Dense(bits, activation="sigmoid", name="bit_prob")(h)
    code = Binarize(name="code")(p)
    h = layers.Dense(48, activation="relu")(code)
    logits = layers.Dense(n_cat)(h)
    return keras.Model(inp, logits), keras.Model(inp, code)


def main():
    keras.utils.set_random_seed(23)
    rng = np.random.default_rng(23)
    x_train, y_train = products(3000, rng)
    x_test, y_test = products(600, rng)

    model, hasher = build()
    model.compile(
        keras.optimizers.Adam(8e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(x_train, y_train, batch_size=64, epochs=10, validation_data=(x_test, y_test), verbose=2)

    codes = hasher.predict(x_test, verbose=0).astype(int)
    print("distinct codes used:", len({tuple(c) for c in codes}))
    print("accuracy from 8 bits: %.3f" % model.evaluate(x_test, y_test, verbose=0)[1])


main()
