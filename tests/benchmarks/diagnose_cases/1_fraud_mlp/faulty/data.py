import numpy as np


def make_transactions(n=6000, seed=0):
    rng = np.random.default_rng(seed)
    amount = rng.lognormal(3.0, 1.0, n)
    hour = rng.integers(0, 24, n)
    age = rng.uniform(18, 80, n)
    n_prev = rng.poisson(4, n)
    dist = rng.exponential(20, n)
    score = 1.2 * (np.log(amount) - 3) + 0.05 * (dist - 20) - 0.5 * (n_prev - 4) + 1.0 * ((hour < 6) | (hour > 22))
    y = (score + rng.normal(0, 0.4, n) > 0.3).astype(np.float32)
    X = np.stack([np.log(amount), np.sin(hour / 24 * 2 * np.pi), np.cos(hour / 24 * 2 * np.pi), age, n_prev, dist], 1)
    return X.astype(np.float32), y


def train_test(seed=0, test_frac=0.2):
    X, y = make_transactions(seed=seed)
    rng = np.random.default_rng(seed + 1)
    X = X[rng.permutation(len(X))]
    y = y[rng.permutation(len(y))]
    k = int(len(X) * (1 - test_frac))
    mean, std = X[:k].mean(0), X[:k].std(0) + 1e-8
    X = (X - mean) / std
    return X[:k], y[:k], X[k:], y[k:]
