"""Sinusoids of time, added to what a gauge has measured."""

import math

import torch
from torch import nn


class TimeCode(nn.Module):
    def __init__(self, width, longest):
        super().__init__()
        steps = torch.arange(longest).unsqueeze(1)
        rates = torch.exp(torch.arange(0, width, 2) * (-math.log(1000.0) / width))
        table = torch.zeros(longest, width)
        table[:, 0::2] = torch.sin(steps * rates)
        table[:, 1::2] = torch.cos(steps * rates)
        self.table = table

    def forward(self, series):
        return series + self.table[: series.shape[1]]
