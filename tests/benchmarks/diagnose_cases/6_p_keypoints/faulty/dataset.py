import numpy as np
import torch
from torch.utils.data import Dataset

SIZE = 28


class WingtipDataset(Dataset):
    """Grey-scale crops with one bright tip; the target is the tip position in [0, 1]."""

    def __init__(self, n, rng, augment=False):
        self.augment = augment
        self.rng = rng
        yy, xx = np.mgrid[0:SIZE, 0:SIZE]
        self.images, self.points = [], []
        for _ in range(n):
            tip = rng.uniform(4, SIZE - 4, 2)
            ang = rng.uniform(0, 2 * np.pi)
            img = np.exp(-((xx - tip[0]) ** 2 + (yy - tip[1]) ** 2) / 4.0)
            for s in np.linspace(0, 9, 12):
                bx, by = tip[0] + s * np.cos(ang), tip[1] + s * np.sin(ang)
                img += 0.12 * np.exp(-((xx - bx) ** 2 + (yy - by) ** 2) / 3.0)
            img += 0.08 * rng.standard_normal(img.shape)
            self.images.append(img.astype(np.float32))
            self.points.append((tip / (SIZE - 1)).astype(np.float32))

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        img, pt = self.images[i], self.points[i].copy()
        if self.augment:
            if self.rng.random() < 0.5:
                img = img[:, ::-1]
            img = img * self.rng.uniform(0.8, 1.2)
        return torch.tensor(np.ascontiguousarray(img), dtype=torch.float32)[None], torch.from_numpy(pt)
