"""Toy filter-bank features of spoken commands: words are paths of three formants."""
import numpy as np

COMMANDS = ["start", "stop", "left", "right", "up", "down"]
FRAMES, BANDS = 32, 16


def utterances(n, rng, paths):
    label = rng.integers(0, len(COMMANDS), n)
    feats = 0.4 * rng.standard_normal((n, FRAMES, BANDS))
    bands = np.arange(BANDS)
    for i, c in enumerate(label):
        begin = rng.integers(0, 8)
        length = rng.integers(14, 20)
        for k in range(length):
            where = k / length * (paths.shape[1] - 1)
            lo = int(where)
            centre = paths[c, lo] + (where - lo) * (paths[c, lo + 1] - paths[c, lo])
            feats[i, begin + k] += 2.0 * np.exp(-0.5 * ((bands - centre) / 1.2) ** 2)
    return feats.astype(np.float32), label


def load(seed, n_train=1500, n_test=400):
    rng = np.random.default_rng(seed)
    paths = np.array([[2, 8, 13], [13, 8, 2], [3, 12, 3], [12, 3, 12], [3, 3, 12], [12, 12, 3]], dtype=float)
    return utterances(n_train, rng, paths), utterances(n_test, rng, paths)
