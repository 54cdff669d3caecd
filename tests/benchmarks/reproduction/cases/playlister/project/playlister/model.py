import torch
from torch import nn


class Factors(nn.Module):
    def __init__(self, listeners: int, tracks: int, width: int) -> None:
        super().__init__()
        self.listener = nn.Embedding(listeners, width)
        self.track = nn.Embedding(tracks, width)
        self.bias = nn.Embedding(tracks, 1)
        nn.init.normal_(self.listener.weight, std=0.1)
        nn.init.normal_(self.track.weight, std=0.1)
        nn.init.zeros_(self.bias.weight)

    def forward(self, listener: torch.Tensor, track: torch.Tensor) -> torch.Tensor:
        """Scores of tracks (batch, n) for listeners (batch,)."""
        product = (self.listener(listener).unsqueeze(1) * self.track(track)).sum(-1)
        return product + self.bias(track).squeeze(-1)


def bpr_loss(positive: torch.Tensor, negative: torch.Tensor) -> torch.Tensor:
    return -nn.functional.logsigmoid(positive - negative).mean()
