"""python train.py: a short training on made-up readings."""

import numpy as np

from model import build_model

SENSORS = 8


def made_up(samples=256, scents=5, seed=0):
    chance = np.random.default_rng(seed)
    kinds = chance.integers(0, scents, samples)
    typical = chance.normal(size=(scents, SENSORS))
    return (typical[kinds] + 0.3 * chance.normal(size=(samples, SENSORS))).astype("float32"), kinds


if __name__ == "__main__":
    readings, kinds = made_up()
    model = build_model()
    model.fit(readings, kinds, epochs=3, verbose=2)
