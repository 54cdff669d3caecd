import numpy as np
import torch
from torch.utils.data import Dataset

PAD, CLS = 0, 1
VOCAB = 60


class Utterances(Dataset):
    """Synthetic utterances. Every intent has six keywords, the rest is filler."""

    def __init__(self, n, n_intents=6, seed=0):
        rng = np.random.default_rng(seed)
        self.rows, self.y = [], []
        for _ in range(n):
            intent = rng.integers(n_intents)
            length = rng.integers(5, 15)
            words = rng.integers(38, VOCAB, size=length)
            hits = rng.choice(length, size=2, replace=False)
            words[hits] = 2 + intent * 6 + rng.integers(0, 6, size=2)
            self.rows.append([CLS] + words.tolist())
            self.y.append(int(intent))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i], self.y[i]


def collate(batch, max_len=16):
    x = torch.full((len(batch), max_len), PAD, dtype=torch.long)
    for i, (row, _) in enumerate(batch):
        x[i, : len(row)] = torch.tensor(row)
    return x, torch.tensor([y for _, y in batch])
