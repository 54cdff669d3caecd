import numpy as np
import torch


def feeder_loads(n_feeders, hours, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    out = []
    for _ in range(n_feeders):
        level = rng.uniform(5, 40)
        swing = rng.uniform(0.5, 6)
        phase = rng.uniform(0, 24)
        slow = np.cumsum(rng.normal(0, 0.15, hours))
        slow -= slow.mean()
        day = swing * np.sin(2 * np.pi * (t + phase) / 24)
        half = 0.4 * swing * np.sin(4 * np.pi * (t + phase) / 24)
        out.append(level + day + half + slow + rng.normal(0, 0.3, hours))
    return np.stack(out).astype(np.float32)


def windows(loads, history, horizon, stride):
    xs, ys = [], []
    for series in loads:
        for s in range(0, len(series) - history - horizon + 1, stride):
            xs.append(series[s:s + history])
            ys.append(series[s + history:s + history + horizon])
    return torch.from_numpy(np.stack(xs)), torch.from_numpy(np.stack(ys))
