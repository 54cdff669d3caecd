"""Self-supervised texture features: online network against a slowly moving target network."""
import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(141)


def textures(n, size=20):
    y = torch.randint(0, 4, (n,))
    angle = y * torch.pi / 4 + 0.1 * torch.randn(n)
    freq = 0.9 + 0.2 * torch.rand(n)
    return y, torch.stack([angle, freq], 1)


def view(params, size=20):
    """A random crop of the texture: new phase, contrast and noise."""
    n = len(params)
    g = torch.arange(size, dtype=torch.float32)
    a, f = params[:, 0, None, None], params[:, 1, None, None]
    phase = 2 * torch.pi * torch.rand(n, 1, 1)
    img = torch.sin(f * (g[None, None] * a.cos() + g[None, :, None] * a.sin()) + phase)
    img = img * (0.6 + 0.8 * torch.rand(n, 1, 1)) + 0.5 * torch.randn(n, size, size)
    return img.unsqueeze(1)


def encoder():
    return nn.Sequential(
        nn.Conv2d(1, 16, 5, stride=2, padding=2), nn.BatchNorm2d(16), nn.ReLU(),
        nn.Conv2d(16, 16, 3, stride=2, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        nn.Linear(16, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 16),
    )


online, predictor = encoder(), nn.Sequential(nn.Linear(16, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 16))
target = copy.deepcopy(online)
for p in target.parameters():
    p.requires_grad_(False)
opt = torch.optim.Adam([*online.parameters(), *predictor.parameters()], lr=2e-3)

labels, params = textures(1500)
for epoch in range(1, 11):
    total = 0.0
    for idx in torch.randperm(len(params)).split(100):
        a, b = view(params[idx]), view(params[idx])
        with torch.no_grad():
            ta, tb = target(a), target(b)
        loss = -(F.cosine_similarity(predictor(online(a)), tb) + F.cosine_similarity(predictor(online(b)), ta)).mean() / 2
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for p, q in zip(target.parameters(), online.parameters()):
                p.lerp_(q, 0.02)
        total += loss.item()
    print(f"epoch {epoch:2d}  loss {total / 15:.4f}")

online.eval()
with torch.no_grad():
    z_train = online(view(params))
    test_labels, test_params = textures(500)
    z_test = online(view(test_params))
near = torch.cdist(z_test, z_train).topk(15, largest=False).indices
pred = labels[near].mode(dim=1).values
print(f"feature spread {z_train.std(0).mean():.3f}   k-nn accuracy {(pred == test_labels).float().mean():.3f}")
