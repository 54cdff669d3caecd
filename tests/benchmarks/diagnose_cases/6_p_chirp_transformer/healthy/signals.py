import numpy as np

NAMES = ["up-sweep", "down-sweep", "up-down", "down-up"]
FRAMES, BINS = 24, 16


def spectrogram(label, rng):
    t = np.linspace(0, 1, FRAMES)
    lo, hi = rng.uniform(1, 4), rng.uniform(11, 14)
    tri = 1 - np.abs(2 * t - 1)
    path = {0: t, 1: 1 - t, 2: tri, 3: 1 - tri}[label]
    centre = lo + (hi - lo) * path
    bins = np.arange(BINS)
    s = np.exp(-0.5 * (bins[None] - centre[:, None]) ** 2) * rng.uniform(0.8, 1.4)
    return s + 0.2 * np.abs(rng.standard_normal(s.shape))


def make(n, rng):
    y = rng.integers(0, len(NAMES), n)
    x = np.stack([spectrogram(k, rng) for k in y]).astype(np.float32)
    return x - x.mean(), y
