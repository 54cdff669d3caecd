"""Defect detection in 16x16 weld images, about 4 % of them positive."""
import argparse

import keras
import numpy as np
from keras import layers


def welds(n, rng):
    y = (rng.random(n) < 0.04).astype("float32")
    x = 0.2 * rng.standard_normal((n, 16, 16)) + 0.5
    x[:, 7:9, :] += 0.4
    for i in np.flatnonzero(y):
        r, c = rng.integers(2, 12, 2)
        x[i, r:r + 3, c:c + 3] -= 1.0
    return x[..., None].astype("float32"), y[:, None]


def build(prior):
    logit = float(np.log(prior / (1 - prior)))
    inp = keras.Input((16, 16, 1))
    x = layers.Conv2D(12, 3, padding="same", activation="relu")(inp)
    x = layers.Conv2D(24, 3, padding="same", strides=2, activation="relu")(x)
    x = layers.GlobalMaxPooling2D()(x)
    x = layers.Dense(16, activation="relu")(x)
    out = layers.Dense(1, kernel_initializer="zeros", bias_initializer=keras.initializers.Constant(logit))(x)
    return keras.Model(inp, out)


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=5)
    ap.add_argument("--seed", type=int, default=60)
    a = ap.parse_args()
    keras.utils.set_random_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    x, y = welds(2500, rng)
    xv, yv = welds(1000, rng)

    model = build(y.mean())
    model.compile(optimizer=keras.optimizers.Adam(3e-3),
                  loss=keras.losses.BinaryCrossentropy(from_logits=True),
                  metrics=[keras.metrics.AUC(curve="PR", from_logits=True, name="ap"),
                           keras.metrics.Recall(thresholds=0.0, name="recall"),
                           keras.metrics.Precision(thresholds=0.0, name="precision")])
    model.fit(x, y, batch_size=50, epochs=a.epochs, validation_data=(xv, yv), verbose=2)
    print({k: round(float(v), 3) for k, v in model.evaluate(xv, yv, verbose=0, return_dict=True).items()})
