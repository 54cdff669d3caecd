import math

import torch


def demand_windows(n_products, weeks, history, seed):
    g = torch.Generator().manual_seed(seed)
    t = torch.arange(weeks * 7).float()
    xs, ys = [], []
    for _ in range(n_products):
        profile = torch.rand(7, generator=g)
        trend = (torch.rand(1, generator=g) - 0.5) * 2
        swing = torch.rand(1, generator=g)
        s = profile[(t % 7).long()] * 2 + trend * t / len(t) + swing * torch.sin(2 * math.pi * t / 30)
        s = s + 0.08 * torch.randn(len(t), generator=g)
        for start in range(0, len(t) - history - 1, 5):
            xs.append(s[start:start + history])
            ys.append(s[start + history])
    order = torch.randperm(len(xs), generator=g)
    return torch.stack(xs)[order].unsqueeze(-1), torch.stack(ys)[order]
