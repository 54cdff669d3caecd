"""Remaining-life regression with Monte-Carlo dropout: the spread of sampled predictions is the error bar."""
import torch
from torch import nn


class LifeNet(nn.Module):
    def __init__(self, d=8, p=0.1):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(d, 128), nn.ReLU(), nn.Dropout(p), nn.Linear(128, 128), nn.ReLU(), nn.Dropout(p))
        self.out = nn.Linear(128, 1)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(1)


def engines(n):
    x = torch.rand(n, 8) * 2 - 1
    y = 2 * torch.sin(2.5 * x[:, 0]) + x[:, 1] * x[:, 2] * 2 + x[:, 3] ** 2 - x[:, 4]
    return x, y + 0.1 * torch.randn(n)


def sample_predictions(net, x, draws=40):
    net.train()  # dropout stays on while sampling
    with torch.no_grad():
        draws = torch.stack([net(x) for _ in range(draws)])
    return draws.mean(0), draws.std(0)


def main():
    torch.manual_seed(29)
    x, y = engines(5000)
    xt, yt = engines(800)
    net = LifeNet()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(1, 31):
        net.train()
        for idx in torch.randperm(len(x)).split(100):
            opt.zero_grad()
            loss = nn.functional.mse_loss(net(x[idx]), y[idx])
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            mean, std = sample_predictions(net, xt)
            r2 = 1 - (mean - yt).pow(2).sum() / (yt - yt.mean()).pow(2).sum()
            inside = ((mean - yt).abs() < 2 * (std ** 2 + 0.01).sqrt()).float().mean()
            print(f"epoch {epoch} train {loss.item():.3f} test R2 {r2:.3f} inside 2 sigma {inside:.3f}")


main()
