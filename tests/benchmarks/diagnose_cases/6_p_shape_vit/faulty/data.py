import numpy as np
import torch


def draw(kind, rng, size):
    yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
    r = rng.uniform(4.0, 7.5)
    cx, cy = rng.uniform(r + 1, size - r - 1, 2)
    dx, dy = xx - cx, yy - cy
    if kind == 0:
        m = dx ** 2 + dy ** 2 < r ** 2
    elif kind == 1:
        m = np.maximum(abs(dx), abs(dy)) < r * 0.9
    elif kind == 2:
        m = (abs(dx) < r * 0.3) & (abs(dy) < r) | (abs(dy) < r * 0.3) & (abs(dx) < r)
    else:
        d = np.sqrt(dx ** 2 + dy ** 2)
        m = (d < r) & (d > r * 0.6)
    return m.astype(np.float32)


def make_split(n, size, rng):
    labels = rng.integers(0, 4, n)
    images = np.stack([draw(k, rng, size) for k in labels])[:, None]
    images = images * rng.uniform(0.6, 1.0, (n, 1, 1, 1)) + 0.15 * rng.standard_normal(images.shape)
    images = (images - 0.3) / 0.4
    return torch.tensor(images, dtype=torch.float32), torch.tensor(labels)
