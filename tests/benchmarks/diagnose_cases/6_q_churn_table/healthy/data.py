import numpy as np
import torch
from torch.utils.data import TensorDataset

N_PLANS, N_REGIONS = 6, 12


def make_customers(n, seed):
    rng = np.random.default_rng(seed)
    plan = rng.integers(0, N_PLANS, n)
    region = rng.integers(0, N_REGIONS, n)
    tenure = rng.gamma(2.0, 14.0, n)
    monthly = 20 + 12 * plan + rng.normal(0, 6, n)
    calls = rng.poisson(1.5 + 0.4 * (region % 4), n)
    usage = rng.lognormal(3.0, 0.6, n)
    age = rng.uniform(18, 80, n)
    region_effect = rng.normal(0, 0.9, N_REGIONS)
    plan_effect = rng.normal(0, 0.9, N_PLANS)
    z = (
        1.6 * np.sin(tenure / 9.0)
        + 0.9 * (calls - 2) * (tenure < 24)
        + region_effect[region]
        + plan_effect[plan]
        - 1.4 * np.tanh((usage - 22) / 8) * np.sign(age - 45)
        - 0.3
    )
    churn = (rng.random(n) < 1 / (1 + np.exp(-2.2 * z))).astype(np.float32)
    numeric = np.stack([tenure, monthly, calls, usage, age], 1).astype(np.float32)
    cats = np.stack([plan, region], 1)
    return numeric, cats, churn


def load_splits(n_customers, test_fraction, seed):
    numeric, cats, churn = make_customers(n_customers, seed)
    order = np.random.default_rng(seed + 1).permutation(n_customers)
    cut = int(n_customers * (1 - test_fraction))
    tr, te = order[:cut], order[cut:]
    mu, sd = numeric[tr].mean(0), numeric[tr].std(0)
    numeric = (numeric - mu) / sd

    def pack(idx):
        return TensorDataset(
            torch.from_numpy(numeric[idx]),
            torch.from_numpy(cats[idx]),
            torch.from_numpy(churn[idx]),
        )

    return pack(tr), pack(te)
