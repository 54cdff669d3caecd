"""BYOL on toy views, judged by a linear probe."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(14)
N_CLASS, RAW = 5, 40
content = torch.randn(N_CLASS, 8)
W_c, W_s = torch.randn(8, RAW), torch.randn(12, RAW)


def two_views(y):
    base = content[y] + 0.2 * torch.randn(len(y), 8)
    view = lambda: torch.tanh(0.15 * (base @ W_c + 1.6 * torch.randn(len(y), 12) @ W_s))
    return view(), view()


def projector():
    return nn.Sequential(nn.Linear(RAW, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Linear(128, 32))


online = projector()
predictor = nn.Sequential(nn.Linear(32, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 32))
target = copy.deepcopy(online)
for p in target.parameters():
    p.requires_grad = False

optimizer = torch.optim.Adam(list(online.parameters()) + list(predictor.parameters()), lr=1e-3)


def regression_loss(p, z):
    return 2 - 2 * F.cosine_similarity(p, z, dim=1).mean()


def probe():
    online.eval()
    with torch.no_grad():
        ytr, yte = torch.randint(0, N_CLASS, (1000,)), torch.randint(0, N_CLASS, (500,))
        ftr, fte = online(two_views(ytr)[0]), online(two_views(yte)[0])
    online.train()
    clf = nn.Linear(32, N_CLASS)
    opt = torch.optim.Adam(clf.parameters(), lr=0.02)
    for _ in range(100):
        opt.zero_grad()
        F.cross_entropy(clf(ftr), ytr).backward()
        opt.step()
    return (clf(fte).argmax(1) == yte).float().mean().item()


print(f"probe before training {probe():.3f}")
for step in range(1, 601):
    a, b = two_views(torch.randint(0, N_CLASS, (128,)))
    with torch.no_grad():
        za, zb = target(a), target(b)
    loss = regression_loss(predictor(online(a)), zb.detach()) + regression_loss(predictor(online(b)), za.detach())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for po, pt in zip(online.parameters(), target.parameters()):
            pt.mul_(0.98).add_(po, alpha=0.02)
    if step % 200 == 0:
        print(f"step {step} loss {loss.item():.4f} linear probe accuracy {probe():.3f}")
