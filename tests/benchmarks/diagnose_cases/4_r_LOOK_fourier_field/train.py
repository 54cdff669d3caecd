"""Fit a temperature field with a coordinate network on random Fourier features."""
import math
import torch
import torch.nn as nn


class FourierFeatures(nn.Module):
    def __init__(self, n_in, n_feat, scale):
        super().__init__()
        self.register_buffer("B", torch.randn(n_in, n_feat) * scale)

    def forward(self, x):
        a = 2 * math.pi * x @ self.B
        return torch.cat([a.sin(), a.cos()], dim=-1)


def field(p):
    x, y = p[:, 0], p[:, 1]
    return (torch.sin(14 * x) * torch.cos(11 * y) + torch.exp(-30 * ((x - .4) ** 2 + (y - .6) ** 2))).unsqueeze(1)


torch.manual_seed(4)
train_p, test_p = torch.rand(3000, 2), torch.rand(1000, 2)
train_v = field(train_p) + 0.02 * torch.randn(3000, 1)
test_v = field(test_p)

net = nn.Sequential(
    FourierFeatures(2, 64, scale=3.0),
    nn.Linear(128, 64), nn.ReLU(),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, 1),
)
n_train = sum(p.numel() for p in net.parameters() if p.requires_grad)
print("trainable parameters:", n_train)
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.9)

for epoch in range(25):
    for idx in torch.randperm(3000).split(60):
        loss = (net(train_p[idx]) - train_v[idx]).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    sched.step()
    with torch.no_grad():
        rmse = (net(test_p) - test_v).square().mean().sqrt().item()
    print(f"epoch {epoch:2d} lr {sched.get_last_lr()[0]:.5f} train {loss.item():.5f} test rmse {rmse:.4f} (field std {test_v.std():.3f})")
