import math
import torch
import torch.nn as nn

torch.manual_seed(2024)
STEPS = 50
betas = torch.linspace(1e-3, 0.15, STEPS)
alphas = 1.0 - betas
abar = torch.cumprod(alphas, 0)


def data(n):
    k = torch.randint(0, 6, (n,))
    ang = k * (2 * math.pi / 6)
    c = torch.stack([ang.cos(), ang.sin()], 1) * 1.5
    return c + 0.08 * torch.randn(n, 2)


class Denoiser(nn.Module):
    def __init__(self, h=128):
        super().__init__()
        self.temb = nn.Embedding(STEPS, 32)
        self.body = nn.Sequential(
            nn.Linear(2 + 32, h), nn.SiLU(), nn.Linear(h, h), nn.SiLU(), nn.Linear(h, h), nn.SiLU(), nn.Linear(h, 2)
        )

    def forward(self, x, t):
        return self.body(torch.cat([x, self.temb(t)], dim=1))


def q_sample(x0, t, noise):
    a = abar[t].unsqueeze(1)
    return a.sqrt() * x0 + (1 - a).sqrt() * noise


def training_loss(model, x0):
    t = torch.randint(0, STEPS, (len(x0),))
    noise = torch.randn_like(x0)
    pred = model(q_sample(x0, t, noise), t)
    return nn.functional.mse_loss(pred, x0)


@torch.no_grad()
def sample(model, n):
    x = torch.randn(n, 2)
    for i in reversed(range(STEPS)):
        t = torch.full((n,), i)
        eps = model(x, t)
        x = (x - betas[i] / (1 - abar[i]).sqrt() * eps) / alphas[i].sqrt()
        if i > 0:
            x = x + betas[i].sqrt() * torch.randn_like(x)
    return x


def energy_distance(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


model = Denoiser()
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=1500)
ema_loss = None
for it in range(1, 1501):
    loss = training_loss(model, data(256))
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    sched.step()
    ema_loss = loss.item() if ema_loss is None else 0.98 * ema_loss + 0.02 * loss.item()
    if it % 300 == 0:
        model.eval()
        s = sample(model, 800)
        ed = energy_distance(s, data(800))
        model.train()
        print(f"iter {it} loss {ema_loss:.4f} energy distance to data {ed:.4f}")
