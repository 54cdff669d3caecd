import numpy as np
import torch
from torch.utils.data import Dataset


def simulate(n, side, rng):
    """Radiographs with one bright joint on a tilted bone; the target is the joint position in [0, 1]."""
    yy, xx = np.mgrid[:side, :side]
    images, points = [], []
    for _ in range(n):
        cx, cy = rng.uniform(4, side - 5, 2)
        slope = rng.normal(0, 0.4)
        bone = np.exp(-((xx - cx - slope * (yy - cy)) ** 2) / 6.0)
        joint = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / 8.0)
        images.append(0.5 * bone + joint + rng.normal(0, 0.15, (side, side)))
        points.append((cx / (side - 1), cy / (side - 1)))
    return np.array(images, dtype=np.float32), np.array(points, dtype=np.float32)


class LandmarkSet(Dataset):
    def __init__(self, n, side, seed, augment=False):
        self.rng = np.random.default_rng(seed)
        self.images, self.points = simulate(n, side, self.rng)
        self.augment = augment

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        img, pt = self.images[i], self.points[i].copy()
        if self.augment:
            if self.rng.random() < 0.5:
                img = img[:, ::-1].copy()
            img = img * self.rng.uniform(0.8, 1.2) + self.rng.normal(0, 0.05)
        return torch.from_numpy(np.asarray(img, dtype=np.float32))[None], torch.from_numpy(pt)
