"""python grow.py barley.json"""

import sys

import keras
import numpy as np

from kbarley import Options, build_network


def spectra(count=200, features=10, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, (count, features)).astype("float32")
    y = 11 + x[:, :3].sum(axis=1) + 0.3 * rng.normal(0, 1, count)
    return x, y.astype("float32")


def grow(options, seed=0):
    keras.utils.set_random_seed(seed)
    model = build_network(options)
    history = model.fit(
        *spectra(), validation_data=spectra(80, seed=1), epochs=options.epochs, verbose=0
    )
    return model, history.history


if __name__ == "__main__":
    options = Options.read(sys.argv[1]) if len(sys.argv) > 1 else Options()
    for name, values in grow(options)[1].items():
        print(f"{name:10s}", *(f"{value:.4f}" for value in values))
