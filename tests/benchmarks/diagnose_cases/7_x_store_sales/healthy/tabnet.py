import torch
from torch import nn


class CategoryEmbedder(nn.Module):
    def __init__(self, cardinalities, dim):
        super().__init__()
        self.columns = list(cardinalities)
        self.tables = nn.ModuleDict({name: nn.Embedding(n, dim) for name, n in cardinalities.items()})

    def forward(self, batch):
        return torch.cat([self.tables[name](batch[name]) for name in self.columns], dim=-1)


class SalesModel(nn.Module):
    def __init__(self, cardinalities, n_numeric, dim=3, hidden=24):
        super().__init__()
        self.embedder = CategoryEmbedder(cardinalities, dim)
        self.mlp = nn.Sequential(
            nn.Linear(dim * len(cardinalities) + n_numeric, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, batch):
        z = torch.cat([self.embedder(batch), batch["numeric"]], dim=-1)
        return self.mlp(z).squeeze(-1)
