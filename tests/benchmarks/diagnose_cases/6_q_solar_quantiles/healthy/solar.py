import numpy as np
import torch


def plant_year(seed, days=365):
    rng = np.random.default_rng(seed)
    hour = np.tile(np.arange(6, 20), days)
    day = np.repeat(np.arange(days), 14)
    season = 0.6 - 0.35 * np.cos(2 * np.pi * (day - 10) / 365)
    height = np.clip(np.sin(np.pi * (hour - 5) / 15), 0, None)
    cloud = np.repeat(rng.beta(1.2, 1.8, days), 14)
    cloud = np.clip(cloud + rng.normal(0, 0.08, len(hour)), 0, 1)
    temp = 8 + 14 * season + 4 * height + rng.normal(0, 2, len(hour))
    output = season * height * (1 - 0.75 * cloud) * (1 - 0.004 * (temp - 20))
    output = output * (1 + 0.12 * cloud * rng.normal(size=len(hour)))
    x = np.stack([np.sin(2 * np.pi * day / 365), np.cos(2 * np.pi * day / 365),
                  (hour - 12.5) / 4, cloud * 2 - 1, (temp - 15) / 8], 1)
    return torch.tensor(x, dtype=torch.float32), torch.tensor(output * 10, dtype=torch.float32)
