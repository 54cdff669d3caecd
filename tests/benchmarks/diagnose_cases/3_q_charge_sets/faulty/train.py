# Deep Sets: from an unordered set of charges in the plane predict the potential difference between two probes
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(13)

SET_SIZE = 8
PROBE_A, PROBE_B = torch.tensor([-2.0, 0.0]), torch.tensor([2.0, 0.0])


def charges(n):
    pos = torch.rand(n, SET_SIZE, 2) * 3 - 1.5
    q = torch.rand(n, SET_SIZE, 1) * 2 - 1
    pot = lambda probe: (q.squeeze(-1) / (pos - probe).norm(dim=-1).clamp(min=0.4)).sum(1)
    return torch.cat([pos, q], -1), pot(PROBE_A) - pot(PROBE_B)


def mlp(sizes):
    mods = []
    for i, (m, n) in enumerate(zip(sizes[:-1], sizes[1:])):
        mods.append(nn.Linear(m, n))
        mods.append(nn.ReLU())
    return nn.Sequential(*mods)


class DeepSet(nn.Module):
    def __init__(self):
        super().__init__()
        self.phi = mlp([3, 64, 64, 32])
        self.rho = mlp([32, 64, 1])

    def forward(self, s):
        return self.rho(self.phi(s).mean(dim=1)).squeeze(1)


x, y = charges(5000)
xt, yt = charges(1000)
scale = y.std()
net = DeepSet()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, total_steps=1200)
for it in range(1200):
    idx = torch.randint(0, len(x), (64,))
    loss = F.mse_loss(net(x[idx]), y[idx] / scale)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if (it + 1) % 200 == 0:
        print(f"iter {it + 1}: loss {loss.item():.4f}")

net.eval()
with torch.no_grad():
    pred = net(xt) * scale
r2 = 1 - ((pred - yt) ** 2).mean() / yt.var()
print(f"test R2 {r2.item():.3f}")
