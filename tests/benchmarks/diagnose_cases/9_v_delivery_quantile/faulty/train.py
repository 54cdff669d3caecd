"""Delivery-time promise: 90% quantile of the delivery time given distance, load and weather."""
from dataclasses import dataclass

import torch
from torch import nn, Tensor


@dataclass(frozen=True)
class Settings:
    tau: float = 0.9
    lr: float = 5e-3
    steps: int = 800
    batch_size: int = 128


def orders(n: int) -> tuple[Tensor, Tensor]:
    dist = torch.rand(n) * 10
    load = torch.rand(n)
    rain = (torch.rand(n) < 0.3).float()
    base = 10 + 2.5 * dist + 8 * load * rain
    noise = torch.distributions.Exponential(1 / (2 + 4 * load)).sample()
    return torch.stack([dist / 10, load, rain], 1), base + noise


class PinballLoss(nn.Module):
    def __init__(self, tau: float):
        super().__init__()
        self.tau = tau

    def forward(self, pred: Tensor, target: Tensor) -> Tensor:
        err = pred - target
        return torch.maximum(self.tau * err, (self.tau - 1) * err).mean()


def make_model() -> nn.Module:
    return nn.Sequential(nn.Linear(3, 32), nn.SiLU(), nn.Linear(32, 32), nn.SiLU(), nn.Linear(32, 1), nn.Flatten(0))


@torch.no_grad()
def report(model: nn.Module, x: Tensor, y: Tensor) -> str:
    model.eval()
    q = model(x)
    kept = (y <= q).float().mean().item()
    over = (q - y).clamp(min=0).mean().item()
    return f"promises kept {kept:.1%} | mean slack {over:.2f} min"


def main() -> None:
    cfg = Settings()
    torch.manual_seed(31)
    x, y = orders(8000)
    xv, yv = orders(2000)
    centre = y.mean()
    model = make_model()
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=cfg.lr, total_steps=cfg.steps)
    criterion = PinballLoss(cfg.tau)
    with torch.no_grad():
        model[4].bias.fill_(centre)
    for step in range(cfg.steps):
        model.train()
        idx = torch.randint(len(x), (cfg.batch_size,))
        loss = criterion(model(x[idx]), y[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if (step + 1) % 200 == 0:
            print(f"step {step + 1}: pinball {loss.item():.3f} | target {cfg.tau:.0%} | {report(model, xv, yv)}")


if __name__ == "__main__":
    main()
