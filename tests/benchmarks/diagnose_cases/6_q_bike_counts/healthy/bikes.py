import math

import torch


def hourly_rentals(n_hours, seed):
    g = torch.Generator().manual_seed(seed)
    hour = torch.arange(n_hours) % 24
    day = torch.arange(n_hours) // 24
    temp = 12 + 10 * torch.sin(2 * math.pi * day / 180) + 3 * torch.randn(n_hours, generator=g)
    rain = (torch.rand(n_hours, generator=g) < 0.15).float()
    weekend = ((day % 7) >= 5).float()
    commute = torch.exp(-((hour - 8) ** 2) / 4.0) + torch.exp(-((hour - 18) ** 2) / 6.0)
    leisure = torch.exp(-((hour - 14) ** 2) / 18.0)
    log_rate = 2.2 + (1 - weekend) * 1.8 * commute + (0.4 + weekend) * 1.3 * leisure
    log_rate = log_rate + 0.04 * (temp - 12) - 0.9 * rain
    count = torch.poisson(log_rate.exp(), generator=g)
    angle = 2 * math.pi * hour / 24
    x = torch.stack([angle.sin(), angle.cos(), (2 * angle).sin(), (2 * angle).cos(),
                     (temp - 12) / 8, rain, weekend], dim=1)
    return x, count
