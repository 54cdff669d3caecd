import numpy as np


def patches(n, angles, seed, size=16):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:size, 0:size]
    labels = rng.integers(0, len(angles), n)
    out = np.empty((n, size, size, 1), "float32")
    for i, k in enumerate(labels):
        a = angles[k] + rng.normal(0, 0.06)
        f = rng.uniform(0.9, 1.3)
        wave = np.sin(f * (np.cos(a) * xx + np.sin(a) * yy) + rng.uniform(0, 6.28))
        out[i, :, :, 0] = wave + rng.normal(0, 0.4, (size, size))
    return out, labels
