import torch
from torch import nn
from torch.nn import functional as F


class Codebook(nn.Module):
    """Replaces each vector by the nearest of a fixed number of learned ones."""

    def __init__(self, codes, width):
        super().__init__()
        self.vectors = nn.Embedding(codes, width)
        nn.init.uniform_(self.vectors.weight, -1 / codes, 1 / codes)

    def nearest(self, z):
        flat = z.reshape(-1, z.shape[-1])
        return torch.cdist(flat, self.vectors.weight).argmin(dim=1).reshape(z.shape[:-1])

    def forward(self, z):
        codes = self.nearest(z)
        chosen = self.vectors(codes)
        distance = F.mse_loss(chosen, z.detach())
        return chosen, codes, distance
