import numpy as np
import torch


def make_telemetry(n_normal, n_odd, n_metrics=24, n_drivers=6, seed=0):
    """Metrics driven by a few load factors; incidents break the usual relation of some metrics."""
    rng = np.random.default_rng(seed)
    mix = rng.normal(size=(n_drivers, n_metrics))
    offset = rng.normal(size=n_metrics)
    n = n_normal + n_odd
    drivers = rng.normal(size=(n, n_drivers))
    x = drivers @ mix + offset + rng.normal(scale=0.25, size=(n, n_metrics))
    odd = np.zeros(n, dtype=bool)
    odd[n_normal:] = True
    for row in x[n_normal:]:
        cols = rng.choice(n_metrics, 4, replace=False)
        row[cols] += rng.choice([-1, 1], 4) * rng.uniform(1.2, 2.4, 4)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(odd)
