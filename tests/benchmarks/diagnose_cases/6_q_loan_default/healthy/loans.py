import numpy as np
import torch
from torch.utils.data import TensorDataset


def loan_book(n, seed):
    rng = np.random.default_rng(seed)
    income = rng.lognormal(10.4, 0.5, n)
    amount = rng.lognormal(9.4, 0.6, n)
    years = rng.integers(1, 11, n)
    late = rng.poisson(0.8, n)
    history = rng.uniform(0, 25, n)
    rate = amount / years / income
    z = 16 * (rate - 0.09) + 1.3 * (late - 0.8) - 0.16 * (history - 12)
    y = (rng.random(n) < 1 / (1 + np.exp(-2.5 * z))).astype(np.float32)
    x = np.stack([np.log(income), np.log(amount), years, late, history], 1)
    x = (x - x.mean(0)) / x.std(0)
    return TensorDataset(torch.tensor(x, dtype=torch.float32), torch.from_numpy(y)[:, None])
