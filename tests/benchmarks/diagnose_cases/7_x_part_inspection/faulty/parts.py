import numpy as np
import torch

SHAPES = ("square", "disc", "cross", "bar", "ring")


def _draw(kind, rng):
    yy, xx = np.mgrid[0:16, 0:16]
    cy, cx = rng.uniform(6, 9, 2)
    r = rng.uniform(3.5, 5.5)
    dy, dx = np.abs(yy - cy), np.abs(xx - cx)
    dist = np.hypot(dy, dx)
    if kind == "square":
        m = (dy < r * 0.8) & (dx < r * 0.8)
    elif kind == "disc":
        m = dist < r
    elif kind == "cross":
        m = ((dy < 1.2) | (dx < 1.2)) & (dist < r + 1)
    elif kind == "bar":
        m = (dy < 1.6) & (dx < r + 1)
    else:
        m = (dist < r + 0.6) & (dist > r - 1.6)
    return m.astype(np.float32)


def load_parts(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, len(SHAPES), n)
    x = np.stack([_draw(SHAPES[k], rng) for k in y])
    x = x * rng.uniform(0.5, 1.0, (n, 1, 1)) + rng.normal(0, 0.35, x.shape)
    x = (x - 0.2) / 0.5
    return torch.tensor(x, dtype=torch.float32).unsqueeze(1), torch.tensor(y)
