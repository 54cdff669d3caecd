import math

import numpy as np
import keras


def read_recordings(n=2500, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 5, n)
    mixing = rng.normal(size=(5, 6, 20))
    z = rng.normal(size=(n, 6))
    x = np.einsum("nk,nkf->nf", z, mixing[y]) * 0.35
    x += rng.normal(0, 1.0, (5, 20))[y] + rng.normal(0, 0.5, (n, 20))
    x = x.astype("float32")
    cut = 2000
    return (x[:cut], y[:cut]), (x[cut:], y[cut:])


class SensorSequence(keras.utils.Sequence):
    def __init__(self, x, y, batch_size, shuffle=True, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y = x.copy(), y.copy()
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, idx):
        s = slice(idx * self.batch_size, (idx + 1) * self.batch_size)
        return self.x[s], self.y[s]

    def on_epoch_end(self):
        if self.shuffle:
            order = self.rng.permutation(len(self.x))
            self.x = self.x[order]
            self.y = self.y[order]
