import torch


def fields(count=120, seed=0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(count, 8, generator=generator)
    y = 4 + x[:, 0] - 0.5 * x[:, 1] * x[:, 2] + 0.2 * torch.randn(count, generator=generator)
    return x, y
