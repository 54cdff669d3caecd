"""A small convolutional forecaster on top of the harmonics."""

from dataclasses import dataclass

import torch
from torch import nn

from tidegauge.harmonics import Harmonics


@dataclass
class ForecasterConfig:
    sensors: int = 2  # level and air pressure
    hidden: int = 48
    horizon: int = 6  # hours ahead
    dropout: float = 0.1


class Forecaster(nn.Module):
    """Levels of the last hours, (batch, hours, sensors), to those of the next, (batch, horizon)."""

    def __init__(self, config: ForecasterConfig):
        super().__init__()
        self.config = config
        self.harmonics = Harmonics()
        self.mix = nn.Linear(config.sensors + self.harmonics.width, config.hidden)
        self.smooth = nn.Conv1d(config.hidden, config.hidden, kernel_size=3, padding=1)
        self.drop = nn.Dropout(config.dropout)
        self.head = nn.Linear(config.hidden, config.horizon)

    def forward(self, levels):
        features = torch.cat([levels, self.harmonics(levels)], dim=-1)
        hidden = torch.relu(self.mix(features))
        hidden = self.smooth(hidden.transpose(1, 2)).transpose(1, 2)
        return self.head(self.drop(torch.relu(hidden[:, -1])))
