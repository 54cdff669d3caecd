import numpy as np


def make_spirals(n, arms, noise, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, arms, n)
    r = np.sqrt(rng.uniform(0.02, 1.0, n))
    theta = 3.2 * r + 2 * np.pi * y / arms + rng.normal(0, noise, n)
    x = np.stack([r * np.cos(theta), r * np.sin(theta)], axis=1).astype("float32")
    cut = int(0.8 * n)
    return x[:cut], y[:cut], x[cut:], y[cut:]
