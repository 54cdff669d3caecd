import numpy as np
import torch
from torch.utils.data import TensorDataset


def make_customers(n, seed):
    """Fake telecom customers: tenure, monthly charge, support calls, ..."""
    rng = np.random.default_rng(seed)
    tenure = rng.uniform(0, 72, n)
    charge = rng.normal(65, 20, n)
    calls = rng.poisson(2.0, n)
    contract = rng.integers(0, 3, n)
    extra = rng.normal(size=(n, 6))
    score = (
        -0.06 * (tenure - 36)
        + 0.05 * (charge - 65) * (contract == 0)
        + 0.9 * (calls - 2) * (tenure < 30)
        - 1.5 * (contract == 2)
        + 1.2 * extra[:, 0] * extra[:, 1]
    )
    y = (score + rng.logistic(0, 0.3, n) > 0).astype("float32")
    onehot = np.eye(3)[contract]
    num = np.stack([tenure, charge, calls], 1)
    num = (num - num.mean(0)) / num.std(0)
    x = np.concatenate([num, onehot, extra], 1).astype("float32")
    return x, y


def get_splits(n, seed):
    x, y = make_customers(n + 1000, seed)
    x, y = torch.from_numpy(x), torch.from_numpy(y)
    return TensorDataset(x[:n], y[:n]), TensorDataset(x[n:], y[n:])
