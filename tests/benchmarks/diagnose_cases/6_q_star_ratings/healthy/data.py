import numpy as np
import torch
from torch.utils.data import Dataset


class StarDataset(Dataset):
    """(user, item, stars) triples with stars as a class."""

    def __init__(self, triples):
        self.users = torch.as_tensor(triples[:, 0])
        self.items = torch.as_tensor(triples[:, 1])
        self.stars = torch.as_tensor(triples[:, 2]) - 1

    def __len__(self):
        return len(self.stars)

    def __getitem__(self, k):
        return self.users[k], self.items[k], self.stars[k]


def simulate_stars(n_users, n_items, n, seed):
    rng = np.random.default_rng(seed)
    genre_of = rng.integers(0, 4, n_items)
    likes = rng.normal(0, 1.4, (n_users, 4))
    quality = rng.normal(0, 0.7, n_items)
    u, i = np.divmod(rng.choice(n_users * n_items, n, replace=False), n_items)
    score = 3 + likes[u, genre_of[i]] + quality[i] + rng.normal(0, 0.15, n)
    stars = np.clip(np.rint(score), 1, 5).astype(np.int64)
    return np.stack([u, i, stars], 1)
