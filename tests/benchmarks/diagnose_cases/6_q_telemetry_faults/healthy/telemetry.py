import numpy as np
import torch

FAULTS = ["ok", "cavitation", "bearing", "leak"]


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 4, n)
    speed = rng.uniform(0.5, 1.5, n)
    load = rng.uniform(0.2, 1.0, n)
    flow = speed * (1.2 - 0.4 * load) - 0.25 * (label == 3) - 0.12 * (label == 1)
    pressure = speed ** 2 * load - 0.20 * (label == 3) * speed + 0.02 * rng.normal(size=n)
    vib = 0.2 * speed + 0.3 * (label == 2) * speed + 0.25 * (label == 1) * load
    temp = 40 + 18 * load * speed + 6 * (label == 2) * load
    current = 3 + 5 * load * speed + 0.6 * (label == 2)
    cols = [speed, load, flow, pressure, vib, temp, current]
    x = np.stack(cols, 1)
    x += rng.normal(0, 0.04, x.shape) * x.std(0)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(label)
