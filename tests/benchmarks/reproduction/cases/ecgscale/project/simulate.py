"""Made-up heart beats, to try things with."""

import torch


def beats(count, leads=12, length=256, seed=0):
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, 4, (count,), generator=generator)
    time = torch.linspace(0, 6.28, length)
    waves = torch.sin((labels[:, None, None] + 1) * time[None, None])
    gain = 0.5 + torch.rand(count, leads, 1, generator=generator)
    return gain * waves + 0.1 * torch.randn(count, leads, length, generator=generator), labels
