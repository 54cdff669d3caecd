import torch
from torch import nn

from flowlite.scaler import RunningScaler


class Forecaster(nn.Module):
    """The next value of every feature, from a window (batch, time, features)."""

    def __init__(self, features: int = 4, hidden: int = 24) -> None:
        super().__init__()
        self.options = {"features": features, "hidden": hidden}
        self.scaler = RunningScaler(features)
        self.rnn = nn.LSTM(features, hidden, batch_first=True)
        self.head = nn.Linear(hidden, features)

    def forward(self, window: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.rnn(self.scaler(window))
        return self.head(hidden[:, -1])
