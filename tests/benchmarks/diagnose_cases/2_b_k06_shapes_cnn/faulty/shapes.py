import numpy as np


def _canvas(kind, size, rng):
    yy, xx = np.mgrid[0:size, 0:size]
    r = rng.uniform(3.5, 5.5)
    cy, cx = rng.uniform(6, size - 6, 2)
    dy, dx = yy - cy, xx - cx
    if kind == 0:
        img = np.abs(np.hypot(dx, dy) - r) < 0.9
    elif kind == 1:
        img = np.abs(np.maximum(np.abs(dx), np.abs(dy)) - r * 0.85) < 0.7
    elif kind == 2:
        img = ((np.abs(dx) < 0.9) | (np.abs(dy) < 0.9)) & (np.maximum(np.abs(dx), np.abs(dy)) < r)
    else:
        img = ((np.abs(dx - dy) < 1.1) | (np.abs(dx + dy) < 1.1)) & (np.maximum(np.abs(dx), np.abs(dy)) < r)
    return img.astype("float32") * rng.uniform(0.6, 1.0) + rng.normal(0, 0.18, (size, size))


def draw_batch(n, size=16, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 4, n)
    images = np.stack([_canvas(k, size, rng) for k in labels])
    return images[..., None].astype("float32"), labels
