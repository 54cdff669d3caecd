"""Wind turbine power curve model; small memory device, hence micro batches."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Cfg:
    seed: int = 51
    rows: int = 4000
    micro_batch: int = 16
    accumulate: int = 4
    epochs: int = 15
    lr: float = 3e-3


def turbine_data(n, seed):
    g = torch.Generator().manual_seed(seed)
    wind = 25 * torch.rand(n, generator=g)
    direction = 6.2832 * torch.rand(n, generator=g)
    air = 1.1 + 0.2 * torch.rand(n, generator=g)
    wake = 1 - 0.3 * torch.exp(-((direction - 3.1) ** 2) / 0.2)
    eff = wind * wake
    power = 2.0 * torch.sigmoid((eff - 9) * 0.8) * air / 1.2
    power = power + 0.04 * torch.randn(n, generator=g)
    x = torch.stack([(wind - 12.5) / 7, direction.sin(), direction.cos(), (air - 1.2) * 10], dim=1)
    return x, power.unsqueeze(1)


def train_epoch(model, loader, loss_fn, optimizer, accumulate):
    model.train()
    optimizer.zero_grad()
    total = 0.0
    for k, (x, y) in enumerate(loader, start=1):
        loss = loss_fn(model(x), y)
        (loss / accumulate).backward()
        if k % accumulate == 0 or k == len(loader):
            optimizer.step()
            optimizer.zero_grad()
        total += loss.item() * len(x)
    return total / len(loader.dataset)


def main(cfg):
    torch.manual_seed(cfg.seed)
    x, y = turbine_data(cfg.rows, cfg.seed)
    cut = int(0.8 * cfg.rows)
    loader = DataLoader(TensorDataset(x[:cut], y[:cut]), batch_size=cfg.micro_batch, shuffle=True)
    model = nn.Sequential(nn.Linear(4, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU(), nn.Linear(48, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    loss_fn = nn.MSELoss()
    for epoch in range(cfg.epochs):
        loss = train_epoch(model, loader, loss_fn, optimizer, cfg.accumulate)
        model.eval()
        with torch.no_grad():
            mse = loss_fn(model(x[cut:]), y[cut:])
        print(f"epoch {epoch + 1:2d} train mse {loss:.5f} test mse {mse:.5f} test r2 {1 - mse / y[cut:].var():.4f}")


if __name__ == "__main__":
    main(Cfg())
