import numpy as np

FIELD_SIZES = (30, 24, 7)      # user segment, ad, weekday


def make_clicks(n, seed):
    # hidden tastes are the same for every call
    g = np.random.default_rng(77)
    seg = g.normal(size=(FIELD_SIZES[0], 3))
    ad = g.normal(size=(FIELD_SIZES[1], 3))
    day = 0.3 * g.normal(size=FIELD_SIZES[2])

    rng = np.random.default_rng(seed)
    s, a, d = (rng.integers(0, m, n) for m in FIELD_SIZES)
    logit = 1.8 * (seg[s] * ad[a]).sum(1) + day[d]
    y = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype("float32")
    ids = np.stack([s, FIELD_SIZES[0] + a, FIELD_SIZES[0] + FIELD_SIZES[1] + d], 1)
    return ids.astype("int32"), y[:, None]
