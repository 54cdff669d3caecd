import numpy as np

N_CLASSES = 5


def render(label, rng, size=20):
    """A green leaf patch; the disease decides number, size and colour of the spots."""
    img = np.zeros((size, size, 3))
    img[..., 1] = 0.55
    img[..., 0] = 0.2
    img[..., 2] = 0.15
    yy, xx = np.mgrid[:size, :size]
    count = [0, 3, 8, 3, 2][label]
    radius = [0, 2.4, 1.2, 1.2, 2.4][label]
    colour = np.array([[0, 0, 0], [.5, .35, .1], [.5, .35, .1], [.75, .7, .3], [.15, .1, .1]][label])
    for _ in range(count):
        cy, cx = rng.uniform(2, size - 2, 2)
        r = radius * rng.uniform(0.8, 1.2)
        m = (yy - cy) ** 2 + (xx - cx) ** 2 < r * r
        img[m] = colour
    img = img * rng.uniform(0.8, 1.2) + rng.normal(0, 0.07, img.shape)
    return np.clip(img, 0, 1)


def load(n, rng):
    y = rng.integers(0, N_CLASSES, n)
    x = np.stack([render(c, rng) for c in y]).astype("float32")
    return x, y.astype("int32")
