import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np
import torch
from keras import layers, ops


class SonarDepth:
    """Echo traces of 32 samples; the depth is where the echo sits. Some traces are weak."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def draw(self, n):
        depth = self.rng.uniform(0.15, 0.85, n)
        strength = np.where(self.rng.random(n) < 0.8, 1.0, 0.25)
        t = np.linspace(0, 1, 32)
        echo = strength[:, None] * np.exp(-((t[None] - depth[:, None]) ** 2) / 0.003)
        trace = echo + self.rng.normal(0, 0.08, echo.shape)
        return trace.astype("float32"), depth.astype("float32")


def network():
    return keras.Sequential(
        [
            keras.Input((32,)),
            layers.Dense(96, activation="relu"),
            layers.Dropout(0.15),
            layers.Dense(96, activation="relu"),
            layers.Dropout(0.15),
            layers.Dense(1),
        ]
    )


def sampled_predictions(model, x, passes=40):
    with torch.no_grad():
        runs = [ops.convert_to_numpy(model(x, training=True))[:, 0] for _ in range(passes)]
    runs = np.stack(runs)
    return runs.mean(0), runs.std(0)


if __name__ == "__main__":
    keras.utils.set_random_seed(81)
    sonar = SonarDepth(seed=81)
    x, depth = sonar.draw(2500)
    xt, depth_t = sonar.draw(600)

    model = network()
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
    model.fit(x, depth, validation_split=0.1, epochs=14, batch_size=64, verbose=2)

    mean, std = sampled_predictions(model, xt)
    error = np.abs(mean - depth_t)
    print(f"test MAE {error.mean():.4f} of a spread of {depth_t.std():.3f}")
    sure = std < np.median(std)
    print(f"MAE of the surer half {error[sure].mean():.4f}, of the other half {error[~sure].mean():.4f}")
