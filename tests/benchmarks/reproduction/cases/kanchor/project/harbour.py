import argparse

import keras
import numpy as np

from kanchor import KeepBest, build_classifier


def forces(count=200, seed=0):
    rng = np.random.default_rng(seed)
    state = rng.integers(0, 3, count)
    centres = np.array([[2, 0, 1, 0, 0, 1], [1, 1, 0, 0, 2, 0], [0, 0, 0, 1, 0, 0]])
    return (centres[state] + rng.normal(0, 0.9, (count, 6))).astype("float32"), state


def train(epochs=6, monitor="val_loss", mode="auto", seed=0):
    keras.utils.set_random_seed(seed)
    model = build_classifier()
    keeper = KeepBest(monitor, mode, verbose=True)
    history = model.fit(
        *forces(), validation_data=forces(100, seed=1), epochs=epochs, verbose=2, callbacks=[keeper]
    )
    return model, keeper, history.history


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--monitor", default="val_loss")
    parser.add_argument("--mode", default="auto")
    args = parser.parse_args()
    train(args.epochs, args.monitor, args.mode)
