import torch
from torch import nn

from settings import Settings


class Forecaster(nn.Module):
    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.inlet = nn.Linear(settings.channels, settings.hidden)
        self.rnn = nn.GRU(settings.hidden, settings.hidden, batch_first=True)
        self.outlet = nn.Linear(settings.hidden, settings.horizon)

    def forward(self, history: torch.Tensor) -> torch.Tensor:
        _, state = self.rnn(self.inlet(history).relu())
        return self.outlet(state[-1])
