from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class TrainConfig:
    epochs: int = 15
    batch_size: int = 50
    lr: float = 1e-3
    l1_lambda: float = 1e-2
    seed: int = 4
    pixels: int = 24
    widths: list = field(default_factory=lambda: [8, 16])


def simulate_camera(n, pixels, gen):
    """Gaussian laser spots; targets are centre x, centre y and width in units of the sensor."""
    grid = torch.linspace(0, 1, pixels)
    cx = 0.25 + 0.5 * torch.rand(n, 1, 1, generator=gen)
    cy = 0.25 + 0.5 * torch.rand(n, 1, 1, generator=gen)
    w = 0.06 + 0.12 * torch.rand(n, 1, 1, generator=gen)
    gain = 0.7 + 0.6 * torch.rand(n, 1, 1, generator=gen)
    img = gain * torch.exp(-((grid[None, None, :] - cx) ** 2 + (grid[None, :, None] - cy) ** 2) / (2 * w ** 2))
    img = img + 0.05 * torch.randn(img.shape, generator=gen)
    target = torch.cat([(cx - 0.5) / 0.25, (cy - 0.5) / 0.25, (w - 0.12) / 0.06], dim=1).squeeze(-1)
    return img.unsqueeze(1), target


class BeamNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        c1, c2 = cfg.widths
        self.conv1 = nn.Conv2d(1, c1, 3, padding=1)
        self.conv2 = nn.Conv2d(c1, c2, 3, padding=1)
        self.fc1 = nn.Linear(c2 * (cfg.pixels // 4) ** 2, 64)
        self.fc2 = nn.Linear(64, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc2(F.relu(self.fc1(x.flatten(1))))


class Trainer:
    def __init__(self, model, cfg, train, test):
        self.model, self.cfg = model, cfg
        self.train_data, self.test_data = train, test
        self.opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)

    def penalty(self):
        return sum(p.abs().sum() for n, p in self.model.named_parameters() if n.endswith("weight"))

    def step(self, x, y):
        fit = F.mse_loss(self.model(x), y)
        loss = fit + self.cfg.l1_lambda * self.penalty()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return fit.item()

    def fit(self):
        x, y = self.train_data
        for epoch in range(1, self.cfg.epochs + 1):
            self.model.train()
            fits = [self.step(x[i], y[i]) for i in torch.randperm(len(x)).split(self.cfg.batch_size)]
            r2 = self.evaluate()
            print(f"epoch {epoch:2d}  fit {sum(fits) / len(fits):.4f}  "
                  f"R2 x={r2[0]:.3f} y={r2[1]:.3f} width={r2[2]:.3f}")

    @torch.no_grad()
    def evaluate(self):
        self.model.eval()
        x, y = self.test_data
        res = (self.model(x) - y).pow(2).sum(0)
        return (1 - res / (y - y.mean(0)).pow(2).sum(0)).tolist()


if __name__ == "__main__":
    cfg = TrainConfig()
    torch.manual_seed(cfg.seed)
    gen = torch.Generator().manual_seed(cfg.seed)
    trainer = Trainer(BeamNet(cfg), cfg, simulate_camera(2000, cfg.pixels, gen), simulate_camera(400, cfg.pixels, gen))
    trainer.fit()
