import numpy as np
import torch


def make_clicks(n_rows, seed):
    """Impressions: 3 categorical ids and 6 numeric columns, label = clicked."""
    rng = np.random.default_rng(seed)
    sizes = (24, 7, 12)
    cats = np.stack([rng.integers(0, s, n_rows) for s in sizes], 1)
    nums = rng.normal(size=(n_rows, 6))
    effects = [rng.normal(scale=1.4, size=s) for s in sizes]
    score = sum(e[cats[:, i]] for i, e in enumerate(effects))
    score = score + 1.8 * nums[:, 0] - 1.4 * nums[:, 1] + 2.0 * nums[:, 2] * nums[:, 3]
    prob = 1 / (1 + np.exp(-score))
    label = (rng.random(n_rows) < prob).astype(np.float32)
    return (torch.as_tensor(cats), torch.as_tensor(nums, dtype=torch.float32),
            torch.as_tensor(label)), sizes
