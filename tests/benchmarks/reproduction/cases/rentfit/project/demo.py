"""Rents per square metre of made-up flats."""

import torch

from rentfit import FitConfig, fit, predict


def flats(count=400, seed=0):
    g = torch.Generator().manual_seed(seed)
    metres = 20 + 100 * torch.rand(count, generator=g)
    rooms = (metres / 25).round().clamp(min=1)
    floor = torch.randint(0, 7, (count,), generator=g).float()
    district = torch.randint(0, 8, (count,), generator=g)
    per_metre = 9 + district.float() + 60 / metres + 0.2 * floor
    per_metre = per_metre + 0.5 * torch.randn(count, generator=g)
    return torch.stack([metres, rooms, floor], dim=1), district, per_metre


if __name__ == "__main__":
    numbers, district, rent = flats()
    model, history = fit(numbers, district, rent, FitConfig(epochs=30))
    for epoch, loss in enumerate(history):
        print(f"{epoch:3d}  {loss:.4f}")
    error = (predict(model, numbers, district) - rent).abs().mean()
    print(f"mean error: {error:.2f} per square metre")
