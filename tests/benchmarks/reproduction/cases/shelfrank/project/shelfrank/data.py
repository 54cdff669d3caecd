import numpy as np


def make_purchases(count=512, customers=60, products=30, seed=0):
    """Who bought what; everybody has a favourite shelf of five products."""
    rng = np.random.default_rng(seed)
    customer = rng.integers(0, customers, count)
    product = (customer % (products // 5)) * 5 + rng.integers(0, 5, count)
    return np.stack([customer, product], axis=1).astype("int32")
