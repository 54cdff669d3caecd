"""Regression with uncertainty: heteroscedastic head and Monte-Carlo dropout."""
import torch
from torch import nn

torch.manual_seed(4)


def curve(n):
    x = torch.rand(n, 1) * 6 - 3
    sigma = 0.05 + 0.15 * (x > 0).float()
    return x, torch.sin(2 * x) + 0.3 * x + sigma * torch.randn(n, 1)


class Net(nn.Module):
    def __init__(self, p=0.05):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(1, 100), nn.Tanh(), nn.Dropout(p),
            nn.Linear(100, 100), nn.Tanh(), nn.Dropout(p),
        )
        self.mean = nn.Linear(100, 1)
        self.log_var = nn.Linear(100, 1)

    def forward(self, x):
        h = self.body(x)
        return self.mean(h), self.log_var(h)


def nll(mean, log_var, y):
    return 0.5 * (log_var + (y - mean) ** 2 * torch.exp(-log_var)).mean()


x, y = curve(1500)
xt, yt = curve(400)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, total_steps=40 * 30)
for epoch in range(40):
    net.train()
    for idx in torch.randperm(len(x)).split(50):
        loss = nll(*net(x[idx]), y[idx])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        sched.step()
    if epoch % 8 == 7:
        print(f"epoch {epoch + 1} nll {loss.item():.3f}")

# keep dropout active and average 50 passes
net.train()
with torch.no_grad():
    passes = [net(xt) for _ in range(50)]
mean = torch.stack([m for m, _ in passes]).mean(0)
aleatoric = torch.stack([v.exp() for _, v in passes]).mean(0)
epistemic = torch.stack([m for m, _ in passes]).var(0)
std = (aleatoric + epistemic).sqrt()
inside = ((yt - mean).abs() < 2 * std).float().mean()
print(f"test rmse {(mean - yt).pow(2).mean().sqrt():.3f}, inside 2 sigma {inside:.3f}, target std {yt.std():.3f}")
