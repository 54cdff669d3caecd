import numpy as np
import torch


def draw(kind, rng):
    img = np.zeros((20, 20), dtype=np.float32)
    r = rng.integers(3, 6)
    cy, cx = rng.integers(r + 1, 19 - r, size=2)
    yy, xx = np.mgrid[:20, :20]
    if kind == 0:      # disc
        img[(yy - cy) ** 2 + (xx - cx) ** 2 <= r * r] = 1
    elif kind == 1:    # square
        img[cy - r:cy + r, cx - r:cx + r] = 1
    elif kind == 2:    # cross
        img[cy - r:cy + r + 1, cx - 1:cx + 1] = 1
        img[cy - 1:cy + 1, cx - r:cx + r + 1] = 1
    else:              # ring
        d = np.sqrt((yy - cy) ** 2 + (xx - cx) ** 2)
        img[(d <= r) & (d > r - 1.5)] = 1
    return img + 0.35 * rng.standard_normal((20, 20)).astype(np.float32)


def make_split(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, size=n)
    x = np.stack([draw(k, rng) for k in y])
    return torch.from_numpy(x).unsqueeze(1), torch.from_numpy(y)
