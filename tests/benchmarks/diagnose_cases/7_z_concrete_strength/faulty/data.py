import numpy as np

COLUMNS = ["cement", "slag", "water", "plasticizer", "aggregate", "age_days"]


def make_mixes(n, rng):
    cement = rng.uniform(120, 520, n)
    slag = rng.uniform(0, 300, n)
    water = rng.uniform(130, 240, n)
    plasticizer = rng.uniform(0, 25, n)
    aggregate = rng.uniform(800, 1150, n)
    age = rng.choice([3, 7, 14, 28, 56, 90], n).astype(float)
    binder = cement + 0.6 * slag
    ratio = binder / water
    strength = (
        14.0 * ratio * np.log1p(age) / np.log1p(28)
        + 0.35 * plasticizer * np.sin(ratio)
        - 0.02 * np.abs(aggregate - 970)
        + rng.normal(0, 1.2, n)
    )
    x = np.stack([cement, slag, water, plasticizer, aggregate, age], axis=1)
    return x.astype("float32"), strength.astype("float32")


def split(x, y, fraction, rng):
    order = rng.permutation(len(x))
    cut = int(len(x) * fraction)
    test, train = order[:cut], order[cut:]
    return (x[train], y[train]), (x[test], y[test])
