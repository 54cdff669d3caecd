"""Made-up heart beats: a few shapes with noise."""

import torch


def make_beats(count=256, length=64, seed=0):
    generator = torch.Generator().manual_seed(seed)
    time = torch.linspace(0, 1, length)
    centre = 0.3 + 0.4 * torch.rand(count, 1, generator=generator)
    width = 0.02 + 0.08 * torch.rand(count, 1, generator=generator)
    beats = torch.exp(-(((time - centre) / width) ** 2))
    beats = beats - 0.2 * torch.exp(-(((time - centre - 0.15) / (2 * width)) ** 2))
    noise = 0.02 * torch.randn(count, length, generator=generator)
    return (beats + noise).unsqueeze(1)
