import numpy as np
import torch


class LoadSeries:
    """Hourly grid load with daily cycle, weekly cycle and AR noise."""

    def __init__(self, hours=2600, seed=0):
        rng = np.random.default_rng(seed)
        t = np.arange(hours)
        ar = np.zeros(hours)
        for k in range(1, hours):
            ar[k] = 0.8 * ar[k - 1] + rng.normal(scale=0.9)
        self.values = 420 + 38 * np.sin(2 * np.pi * t / 24) + 14 * np.sin(2 * np.pi * t / 168) + 4 * ar

    def windows(self, length, split):
        cut = int(len(self.values) * split)
        mean, std = self.values[:cut].mean(), self.values[:cut].std()
        z = (self.values - mean) / std
        x = np.stack([z[i:i + length] for i in range(len(z) - length)])
        y = z[length:]
        x = torch.tensor(x, dtype=torch.float32).unsqueeze(-1)
        y = torch.tensor(y, dtype=torch.float32).unsqueeze(-1)
        k = cut - length
        return (x[:k], y[:k]), (x[k:], y[k:]), (mean, std)
