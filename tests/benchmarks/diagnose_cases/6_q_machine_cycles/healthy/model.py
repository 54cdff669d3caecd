import torch
from torch import nn


class CycleClassifier(nn.Module):
    """Reads one machine cycle (batch, time, sensors) and names the operating mode."""

    def __init__(self, sensors, hidden, modes, layers=1):
        super().__init__()
        self.lstm = nn.LSTM(sensors, hidden, num_layers=layers, batch_first=True)
        self.head = nn.Sequential(nn.LayerNorm(hidden), nn.Linear(hidden, modes))

    def forward(self, cycle):
        states, _ = self.lstm(cycle)
        return self.head(states[:, -1, :])
