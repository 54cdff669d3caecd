import numpy as np
import torch
from torch.utils.data import Dataset


class SalesTable(Dataset):
    """One row for each (store, item, day): log sales with holiday and price effects."""

    def __init__(self, stores, items, days, seed):
        rng = np.random.default_rng(seed)
        s, i, d = np.meshgrid(np.arange(stores), np.arange(items), np.arange(days), indexing="ij")
        s, i, d = s.ravel(), i.ravel(), d.ravel()
        price = rng.normal(0, 1, len(s))
        promo = (rng.random(len(s)) < 0.2).astype(np.float32)
        store_f = rng.normal(size=(stores, 3))
        item_f = rng.normal(size=(items, 3))
        elasticity = rng.uniform(0.1, 0.7, items)
        weekday = 0.6 * np.sin(2 * np.pi * (d % 7) / 7)
        y = (2.0 + (store_f[s] * item_f[i]).sum(1) * 0.6 + weekday
             - elasticity[i] * price + 0.8 * promo + rng.normal(0, 0.2, len(s)))
        self.cats = torch.from_numpy(np.stack([s, i, d % 7], 1))
        self.nums = torch.tensor(np.stack([price, promo], 1), dtype=torch.float32)
        self.y = torch.tensor(y, dtype=torch.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, k):
        return self.cats[k], self.nums[k], self.y[k]

    def __getitems__(self, ks):
        ks = torch.as_tensor(ks)
        return list(zip(self.cats[ks], self.nums[ks], self.y[ks]))
