import numpy as np

EDGES = [18, 30, 45, 60]


def customers(n, rng):
    """Shopping profiles; basket shares drift smoothly with the age of the customer."""
    age = rng.uniform(12, 80, n)
    centres = np.linspace(10, 80, 12)
    shares = np.exp(-0.5 * ((age[:, None] - centres) / 9) ** 2)
    shares += np.abs(rng.normal(0, 0.06, shares.shape))
    shares /= shares.sum(1, keepdims=True)
    extra = rng.normal(size=(n, 4))
    x = np.concatenate([shares * 6, extra], 1)
    band = np.digitize(age, EDGES)
    return x.astype("float32"), band.astype("int64")
