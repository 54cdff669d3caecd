"""DDPM on a two-dimensional mixture laid out on a circle."""
import math
import torch
import torch.nn as nn

torch.manual_seed(0)

T = 50
K = 6
STEPS = 2200
BATCH = 192


def sample_data(n):
    k = torch.randint(0, K, (n,))
    ang = 2 * math.pi * k / K
    centers = torch.stack([ang.cos(), ang.sin()], 1) * 1.6
    return centers + 0.08 * torch.randn(n, 2)


class TimeEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("freqs", torch.exp(torch.linspace(0, math.log(20.0), dim // 2)))

    def forward(self, t):
        a = t.float().unsqueeze(1) / T * self.freqs
        return torch.cat([a.sin(), a.cos()], 1)


class EpsNet(nn.Module):
    def __init__(self, width=128, tdim=32):
        super().__init__()
        self.temb = TimeEmbedding(tdim)
        self.net = nn.Sequential(
            nn.Linear(2 + tdim, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, 2),
        )

    def forward(self, x, t):
        return self.net(torch.cat([x, self.temb(t)], 1))


betas = torch.linspace(1e-3, 0.2, T)
alphas = 1 - betas
abar = torch.cumprod(alphas, 0)

model = EpsNet()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, STEPS)

avg = None
for step in range(STEPS):
    x0 = sample_data(BATCH)
    t = torch.randint(0, T, (BATCH,))
    eps = torch.randn_like(x0)
    a = abar[t].unsqueeze(1)
    xt = a.sqrt() * x0 + (1 - a).sqrt() * eps
    loss = (model(xt, t) - eps).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    avg = loss.item() if avg is None else 0.99 * avg + 0.01 * loss.item()
    if (step + 1) % 500 == 0:
        print(f"step {step + 1}: eps loss {avg:.4f}")


@torch.no_grad()
def generate(n):
    x = torch.randn(n, 2)
    for i in reversed(range(T)):
        t = torch.full((n,), i)
        e = model(x, t)
        x = (x - betas[i] / (1 - abar[i]).sqrt() * e) / alphas[i].sqrt()
        if i > 0:
            x = x + betas[i].sqrt() * torch.randn_like(x)
    return x


gen = generate(2000)
ang = 2 * math.pi * torch.arange(K) / K
centers = torch.stack([ang.cos(), ang.sin()], 1) * 1.6
dist, mode = torch.cdist(gen, centers).min(1)
on_mode = (dist < 0.3).float().mean().item()
share = torch.bincount(mode[dist < 0.3], minlength=K).float() / 2000
print(f"samples on a mode: {on_mode:.3f}   smallest mode share: {share.min().item():.3f} (ideal {1 / K:.3f})")
