import math

import keras
import numpy as np

ACTIVITIES = ("rest", "walk", "run", "stairs", "cycle")
PACE = (0.0, 1.8, 2.9, 1.5, 1.2)
LIFT = (0.05, 0.6, 1.3, 0.8, 0.35)
TILT = (0.0, 0.1, 0.2, 0.5, -0.4)


def simulate(n, steps, rng):
    t = np.arange(steps) / 20.0
    y = rng.integers(0, len(ACTIVITIES), n)
    x = np.zeros((n, steps, 3), "float32")
    for i, k in enumerate(y):
        pace = PACE[k] * rng.normal(1, 0.07)
        phase = rng.uniform(0, 2 * np.pi)
        swing = LIFT[k] * rng.normal(1, 0.2)
        x[i, :, 0] = swing * np.sin(2 * np.pi * pace * t + phase)
        x[i, :, 1] = 0.5 * swing * np.sin(4 * np.pi * pace * t + phase)
        x[i, :, 2] = TILT[k] + rng.normal(0, 0.25)
    return x + rng.normal(0, 0.25, x.shape).astype("float32"), y


class WindowSequence(keras.utils.PyDataset):
    """Shuffled mini-batches with small random rotations of the sensor's amplitude."""

    def __init__(self, x, y, batch_size, rng, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y, self.batch_size, self.rng = x, y, batch_size, rng
        self.order = rng.permutation(len(x))

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, index):
        pick = self.order[index * self.batch_size : (index + 1) * self.batch_size]
        gain = self.rng.normal(1, 0.05, (len(pick), 1, 1)).astype("float32")
        return self.x[pick] * gain, self.y[pick]

    def on_epoch_end(self):
        self.order = self.rng.permutation(len(self.x))
