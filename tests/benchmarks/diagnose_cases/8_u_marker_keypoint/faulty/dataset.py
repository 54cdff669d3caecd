import keras
import numpy as np

SIZE = 24


def draw(n, rng):
    """Grey images with one bright marker; target is its (x, y) in [0, 1]."""
    xy = rng.uniform(3, SIZE - 4, (n, 2))
    gy, gx = np.mgrid[:SIZE, :SIZE]
    img = rng.normal(0, 0.15, (n, SIZE, SIZE))
    for i, (cx, cy) in enumerate(xy):
        img[i] += np.exp(-((gx - cx) ** 2 + (gy - cy) ** 2) / 5.0)
        for _ in range(3):  # clutter
            ux, uy = rng.integers(0, SIZE - 2, 2)
            img[i, uy:uy + 2, ux:ux + 2] += 0.35
    return img[..., None].astype("float32"), (xy / (SIZE - 1)).astype("float32")


class MarkerSequence(keras.utils.PyDataset):
    def __init__(self, images, points, batch_size, augment=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.images, self.points = images, points
        self.batch_size, self.augment = batch_size, augment
        self.rng = np.random.default_rng(seed)
        self.order = np.arange(len(images))

    def __len__(self):
        return int(np.ceil(len(self.images) / self.batch_size))

    def __getitem__(self, i):
        take = self.order[i * self.batch_size:(i + 1) * self.batch_size]
        img, pts = self.images[take].copy(), self.points[take].copy()
        if self.augment:
            flip = self.rng.random(len(take)) < 0.5
            img[flip] = img[flip, :, ::-1]
            img += self.rng.normal(0, 0.05, img.shape).astype("float32")
        return img, pts

    def on_epoch_end(self):
        self.rng.shuffle(self.order)
