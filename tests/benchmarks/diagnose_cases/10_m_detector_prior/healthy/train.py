"""Dense per-cell defect detector on small wafer maps (about 4 % positive cells)."""
import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import math
import numpy as np
import keras
from keras import layers

PRIOR = 0.04
GRID = 12


class DefectNet(keras.Model):
    def __init__(self, channels=(12, 12), prior=PRIOR):
        super().__init__()
        prior_bias = keras.initializers.Constant(-math.log((1 - prior) / prior))
        self.tower = [
            layers.Conv2D(c, 3, padding="same", activation="relu")
            for c in channels
        ]
        self.cls = layers.Conv2D(1, 1, activation="sigmoid", bias_initializer=prior_bias)

    def call(self, x):
        for conv in self.tower:
            x = conv(x)
        return self.cls(x)


def wafers(n, rng):
    img = rng.normal(0, 1, (n, GRID, GRID, 1))
    lab = np.zeros((n, GRID, GRID, 1), "float32")
    for i in range(n):
        for _ in range(rng.integers(1, 4)):
            r, c = rng.integers(1, GRID - 1, 2)
            img[i, r - 1:r + 2, c, 0] += 1.5
            img[i, r, c - 1:c + 2, 0] += 1.5
            lab[i, r, c, 0] = 1
            if c + 1 < GRID:
                lab[i, r, c + 1, 0] = 1
            lab[i, r - 1, c, 0] = 1
    return img.astype("float32"), lab


def average_precision(y, p):
    order = np.argsort(-p.ravel(), kind="stable")
    t = y.ravel()[order]
    tp = np.cumsum(t)
    prec = tp / np.arange(1, len(t) + 1)
    return float((prec * t).sum() / t.sum())


def train():
    keras.utils.set_random_seed(9)
    rng = np.random.default_rng(9)
    x, y = wafers(900, rng)
    xv, yv = wafers(150, rng)
    xt, yt = wafers(250, rng)
    print(f"positive cells: {y.mean():.3f}")
    net = DefectNet()
    net.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy")
    net.fit(x, y, validation_data=(xv, yv), batch_size=32, epochs=9, verbose=2)
    print(f"average precision on test wafers: {average_precision(yt, net.predict(xt, verbose=0)):.3f}")


if __name__ == "__main__":
    train()
