import numpy as np
import torch


def cohort(n, seed):
    """Clinical measurements with a readmission score."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 20)).astype(np.float32)
    score = 1.2 * x[:, 0] - 0.9 * x[:, 1] + 0.7 * x[:, 2] + 0.5 * x[:, 3] * (x[:, 4] > 0)
    y = score + rng.normal(0, 1.2, n)
    return torch.from_numpy(x), torch.tensor(y, dtype=torch.float32)
