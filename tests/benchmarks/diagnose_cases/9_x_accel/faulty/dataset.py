import math

import keras
import numpy as np


def simulate(n, seed, steps=40):
    """Three-axis accelerometer windows of six activities."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 6, n)
    t = np.arange(steps) / steps
    freq = np.array([2.0, 3.0, 4.0, 5.0, 3.0, 5.0])[y][:, None]
    mix = np.array([[1, .5, 0], [1, .5, 0], [0, 1, .5], [0, 1, .5], [.5, 0, 1], [.5, 0, 1]])[y]
    phase = rng.uniform(0, 2 * np.pi, (n, 1))
    wave = np.sin(2 * np.pi * freq * t + phase)
    amp = rng.uniform(0.6, 1.4, (n, 1, 1))
    x = amp * wave[:, :, None] * mix[:, None, :]
    x = x + 1.0 * rng.standard_normal(x.shape)
    return x.astype("float32"), y.astype("int32")


class SensorSequence(keras.utils.PyDataset):
    def __init__(self, x, y, batch_size, augment=True, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y = x, y
        self.batch_size = batch_size
        self.augment = augment
        self.rng = np.random.default_rng(0)

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, idx):
        start = idx
        stop = min(start + self.batch_size, len(self.x))
        xb, yb = self.x[start:stop], self.y[start:stop]
        if self.augment:
            scale = self.rng.uniform(0.9, 1.1, (len(xb), 1, 1)).astype("float32")
            xb = xb * scale
        return xb, yb
