import keras
import numpy as np


def render(n, size, rng):
    """Grey images with one bright rectangle; boxes are (cx, cy, w, h) in 0..1."""
    images = rng.normal(0.2, 0.15, size=(n, size, size, 1)).astype("float32")
    boxes = np.zeros((n, 4), dtype="float32")
    for i in range(n):
        w, h = rng.integers(5, size // 2 + 1, size=2)
        x0, y0 = rng.integers(0, size - w), rng.integers(0, size - h)
        images[i, y0:y0 + h, x0:x0 + w] += rng.uniform(0.6, 1.0)
        boxes[i] = [x0 + w / 2, y0 + h / 2, w, h]
    return images, boxes / size


class BoxSequence(keras.utils.PyDataset):
    def __init__(self, images, boxes, batch_size, shuffle=True, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.images = images
        self.boxes = boxes
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return int(np.ceil(len(self.images) / self.batch_size))

    def __getitem__(self, idx):
        rows = slice(idx * self.batch_size, (idx + 1) * self.batch_size)
        return self.images[rows], self.boxes[rows]

    def on_epoch_end(self):
        if self.shuffle:
            order = self.rng.permutation(len(self.images))
            self.images, self.boxes = self.images[order], self.boxes[order]
