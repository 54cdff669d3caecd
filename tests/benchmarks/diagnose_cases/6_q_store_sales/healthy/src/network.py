import torch
from torch import nn


class EntityNet(nn.Module):
    def __init__(self, stores, items, dim, hidden):
        super().__init__()
        self.store = nn.Embedding(stores, dim)
        self.item = nn.Embedding(items, dim)
        self.weekday = nn.Embedding(7, 4)
        self.body = nn.Sequential(
            nn.Linear(3 * dim + 4 + 2, hidden), nn.ReLU(),
            nn.Linear(hidden, hidden), nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, cats, nums):
        s, i = self.store(cats[:, 0]), self.item(cats[:, 1])
        x = torch.cat([s, i, s * i, self.weekday(cats[:, 2]), nums], dim=1)
        return self.body(x)[:, 0]
