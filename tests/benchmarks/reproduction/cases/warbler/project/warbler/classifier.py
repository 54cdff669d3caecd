import torch
from torch import nn


class CallClassifier(nn.Module):
    def __init__(self, bands: int, species: int, width: int = 32):
        super().__init__()
        self.recurrent = nn.GRU(bands, width, batch_first=True)
        self.head = nn.Linear(width, species)

    def forward(self, spectrograms: torch.Tensor) -> torch.Tensor:
        _, last = self.recurrent(spectrograms.transpose(1, 2))
        return self.head(last[-1])
