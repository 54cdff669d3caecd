import numpy as np

CONDITIONS = ["ok", "outer_race", "inner_race", "ball"]
PERIODS = {"outer_race": 37, "inner_race": 23, "ball": 53}


def one_window(condition, length, rng):
    t = np.arange(length)
    x = 0.4 * np.sin(2 * np.pi * t / 64 + rng.uniform(0, 6.28))
    x = x + 0.35 * rng.standard_normal(length)
    if condition != "ok":
        period = PERIODS[condition] * rng.uniform(0.97, 1.03)
        start = rng.uniform(0, period)
        while start < length:
            k = int(start)
            decay = np.exp(-np.arange(length - k) / 5.0)
            ring = decay * np.cos(2 * np.pi * np.arange(length - k) / 4.5)
            x[k:] += rng.uniform(1.2, 2.0) * ring
            start += period
    return x


def make_windows(n, length, rng):
    y = rng.integers(0, len(CONDITIONS), n)
    x = np.stack([one_window(CONDITIONS[c], length, rng) for c in y])
    return x.astype(np.float32)[:, None, :], y.astype(np.int64)
