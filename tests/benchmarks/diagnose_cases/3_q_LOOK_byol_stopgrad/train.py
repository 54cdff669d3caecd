"""Self-supervised features (BYOL style) for noisy two-view data, judged with a linear probe."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(64)
K, DIM = 6, 40
centres = 1.0 * torch.randn(K, 8)
lift = torch.randn(8, DIM) / 8**0.5


def sample(n):
    y = torch.randint(0, K, (n,))
    z = centres[y] + 0.35 * torch.randn(n, 8)
    return torch.tanh(z @ lift), y


def view(x):
    return (x + 0.25 * torch.randn_like(x)) * (torch.rand_like(x) > 0.2)


def mlp(i, h, o):
    return nn.Sequential(nn.Linear(i, h), nn.BatchNorm1d(h), nn.ReLU(), nn.Linear(h, o))


online = mlp(DIM, 64, 32)
target = copy.deepcopy(online)
for p in target.parameters():
    p.requires_grad_(False)
predictor = mlp(32, 64, 32)
opt = torch.optim.Adam(list(online.parameters()) + list(predictor.parameters()), lr=2e-3)

x, y = sample(3000)
for step in range(600):
    xb = x[torch.randint(0, len(x), (128,))]
    a, b = view(xb), view(xb)
    with torch.no_grad():
        ta, tb = target(a), target(b)
    loss = 2 - F.cosine_similarity(predictor(online(a)), tb).mean() - F.cosine_similarity(predictor(online(b)), ta).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for pt, po in zip(target.parameters(), online.parameters()):
            pt.lerp_(po, 0.02)
    if step % 100 == 0:
        print(f"step {step} loss {loss.item():.4f}")

online.eval()
with torch.no_grad():
    feats = online(x)
    xt, yt = sample(1000)
    ft = online(xt)
probe = nn.Linear(32, K)
popt = torch.optim.Adam(probe.parameters(), lr=0.02)
for _ in range(150):
    ce = F.cross_entropy(probe(feats), y)
    popt.zero_grad()
    ce.backward()
    popt.step()
print(f"linear probe accuracy {(probe(ft).argmax(1) == yt).float().mean().item():.3f}")
