import numpy as np
import torch
from torch.utils.data import Dataset

SEGMENTS = {0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg", 9: "abcdfg"}
BOXES = {"a": (0, 1, 0, 6), "g": (5, 6, 0, 6), "d": (10, 11, 0, 6), "f": (0, 6, 0, 1), "b": (0, 6, 5, 6), "e": (5, 11, 0, 1), "c": (5, 11, 5, 6)}


class PlateDigits(Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.targets = rng.integers(0, 10, n)
        self.images = rng.normal(0, 0.45, (n, 1, 16, 12)).astype(np.float32)
        for img, d in zip(self.images, self.targets):
            oy, ox = rng.integers(1, 4), rng.integers(1, 5)
            ink = rng.uniform(0.8, 1.4)
            for s in SEGMENTS[int(d)]:
                y0, y1, x0, x1 = BOXES[s]
                img[0, oy + y0:oy + y1, ox + x0:ox + x1] += ink

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, i):
        return torch.from_numpy(self.images[i]), int(self.targets[i])
