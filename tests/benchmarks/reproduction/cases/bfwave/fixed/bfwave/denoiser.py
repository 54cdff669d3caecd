import torch
from torch import nn

from bfwave.embedding import step_embedding


class ResidualBlock(nn.Module):
    def __init__(self, channels, step_width):
        super().__init__()
        self.first = nn.Conv1d(channels, channels, 3, padding=1)
        self.second = nn.Conv1d(channels, channels, 3, padding=1)
        self.shift = nn.Linear(step_width, channels)
        self.act = nn.SiLU()

    def forward(self, x, step):
        y = self.act(self.first(x)) + self.shift(step)[..., None]
        return x + self.second(self.act(y))


class Denoiser(nn.Module):
    def __init__(self, channels=16, step_width=32, blocks=2):
        super().__init__()
        self.step_width = step_width
        self.step_mlp = nn.Sequential(nn.Linear(step_width, step_width), nn.SiLU())
        self.enter = nn.Conv1d(1, channels, 3, padding=1)
        self.blocks = nn.ModuleList(ResidualBlock(channels, step_width) for _ in range(blocks))
        self.leave = nn.Conv1d(channels, 1, 3, padding=1)

    def forward(self, waves, steps):
        step = self.step_mlp(step_embedding(steps, self.step_width).to(waves.dtype))
        x = self.enter(waves)
        for block in self.blocks:
            x = block(x, step)
        return self.leave(x)
