import torch
import torch.nn as nn
import torch.nn.functional as F


class Expert(nn.Module):
    def __init__(self, d, h, out):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(d, h), nn.Linear(h, out)

    def forward(self, x):
        return self.fc2(F.gelu(self.fc1(x)))


class MixtureOfExperts(nn.Module):
    """Softly gated mixture; the gate also gets a load-balancing penalty."""

    def __init__(self, d, out, n_experts=4, h=24):
        super().__init__()
        self.gate = nn.Sequential(nn.Linear(d, 16), nn.Tanh(), nn.Linear(16, n_experts))
        self.experts = nn.ModuleList([Expert(d, h, out) for _ in range(n_experts)])
        self.n_experts = n_experts

    def forward(self, x):
        weights = F.softmax(self.gate(x), dim=-1)
        outs = torch.stack([e(x) for e in self.experts], dim=1)
        y = (weights.unsqueeze(-1) * outs).sum(1)
        balance = self.n_experts * weights.mean(0).pow(2).sum()
        return y, balance


class PiecewiseWorld:
    def __init__(self, d, out, regimes, seed):
        g = torch.Generator()
        g.manual_seed(seed)
        self.g, self.d = g, d
        self.proto = torch.randn(regimes, d, generator=g) * 1.5
        self.maps = torch.randn(regimes, d, out, generator=g)

    def sample(self, n):
        r = torch.randint(0, len(self.proto), (n,), generator=self.g)
        x = self.proto[r] + 0.6 * torch.randn(n, self.d, generator=self.g)
        y = torch.einsum("nd,ndo->no", x, self.maps[r])
        return x, y + 0.05 * torch.randn(y.shape, generator=self.g)


def r2(pred, y):
    return 1 - ((pred - y) ** 2).sum() / ((y - y.mean(0)) ** 2).sum()


def run(seed=14, steps=1200, batch=128):
    torch.manual_seed(seed)
    world = PiecewiseWorld(d=6, out=3, regimes=4, seed=seed)
    x, y = world.sample(4000)
    xv, yv = world.sample(1000)
    moe = MixtureOfExperts(6, 3)
    optimizer = torch.optim.AdamW(moe.parameters(), lr=5e-3, weight_decay=1e-4)
    for step in range(1, steps + 1):
        idx = torch.randint(0, len(x), (batch,))
        pred, balance = moe(x[idx])
        loss = F.mse_loss(pred, y[idx]) + 0.01 * balance
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 200 == 0:
            with torch.no_grad():
                val = r2(moe(xv)[0], yv)
            print(f"step {step:5d} loss {loss.item():.3f} balance {balance.item():.2f} val R2 {val.item():.3f}")


run()
