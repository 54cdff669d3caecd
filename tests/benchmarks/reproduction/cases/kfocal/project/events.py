import numpy as np


def rare_events(count=1000, features=10, share=0.05, seed=0):
    rng = np.random.default_rng(seed)
    y = (rng.random(count) < share).astype("float32")[:, None]
    x = rng.standard_normal((count, features)).astype("float32") + 2.5 * y
    return x.astype("float32"), y
