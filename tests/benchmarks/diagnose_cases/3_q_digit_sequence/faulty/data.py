import numpy as np
import keras


def make_digits(rng, n, glyphs=None):
    """Fake digits: ten fixed random 8x8 glyphs on a 12x12 canvas with jitter and noise."""
    if glyphs is None:
        glyphs = (rng.random((10, 8, 8)) < 0.4).astype("float32")
    y = rng.integers(0, 10, n)
    x = rng.normal(scale=0.3, size=(n, 12, 12))
    for i in range(n):
        a, b = rng.integers(1, 4, 2)
        x[i, a:a + 8, b:b + 8] += glyphs[y[i]]
    return x[..., None].astype("float32"), y, glyphs


class DigitSequence(keras.utils.PyDataset):
    """Feeds batches with a small random brightness change, reshuffles after each epoch."""

    def __init__(self, x, y, batch_size, rng, **kw):
        super().__init__(**kw)
        self.x, self.y = x.copy(), y.copy()
        self.batch_size = batch_size
        self.rng = rng
        self.on_epoch_end()

    def __len__(self):
        return len(self.x) // self.batch_size

    def __getitem__(self, i):
        s = slice(i * self.batch_size, (i + 1) * self.batch_size)
        gain = self.rng.uniform(0.9, 1.1, (self.batch_size, 1, 1, 1)).astype("float32")
        return self.x[s] * gain, self.y[s]

    def on_epoch_end(self):
        order = self.rng.permutation(len(self.x))
        self.x = self.x[order]
        self.y = self.rng.permutation(self.y)
