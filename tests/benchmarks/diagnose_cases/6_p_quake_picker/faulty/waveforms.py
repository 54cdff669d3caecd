import numpy as np

CLASSES = ("noise", "local", "teleseismic", "blast")


def coloured_noise(n, rng):
    w = rng.standard_normal(n + 8)
    return np.convolve(w, np.ones(3) / 3, mode="valid")[:n]


def waveform(kind, n, rng):
    t = np.arange(n) / 50.0
    x = 0.35 * coloured_noise(n, rng)
    if kind == 0:
        return x
    onset = rng.uniform(0.5, 1.8)
    tau = np.clip(t - onset, 0, None)
    on = (t >= onset).astype(float)
    if kind == 1:
        f, decay, lag = rng.uniform(6, 9), 1.2, rng.uniform(0.6, 1.2)
        s = np.clip(t - onset - lag, 0, None)
        x += on * np.exp(-decay * tau) * np.sin(2 * np.pi * f * tau)
        x += 1.6 * (s > 0) * np.exp(-decay * s) * np.sin(2 * np.pi * 0.6 * f * s)
    elif kind == 2:
        f = rng.uniform(1.0, 2.0)
        x += 1.2 * on * np.exp(-0.3 * tau) * np.sin(2 * np.pi * f * tau)
    else:
        f = rng.uniform(7, 10)
        x += 1.8 * on * np.exp(-3.0 * tau) * np.sin(2 * np.pi * f * tau)
    return x


def dataset(n, window, rng):
    y = rng.integers(0, len(CLASSES), n)
    x = np.stack([waveform(k, window, rng) for k in y])
    x = (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True)
    return x[:, None].astype(np.float32), y
