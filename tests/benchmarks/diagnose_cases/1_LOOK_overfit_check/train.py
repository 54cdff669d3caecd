"""Sanity check: a small net must be able to memorise 64 samples with random labels.

No validation here on purpose; the only question is whether the training loss reaches zero.
"""
import torch
import torch.nn as nn

torch.manual_seed(1)
x = torch.randn(64, 20)
y = torch.randint(0, 4, (64,))

net = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for epoch in range(1200):
    loss = nn.functional.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if (epoch + 1) % 100 == 0:
        acc = (net(x).argmax(1) == y).float().mean().item()
        print(f"epoch {epoch + 1:4d}  train loss {loss.item():.5f}  train acc {acc:.3f}")
assert loss.item() < 0.01, "the model cannot memorise 64 samples"
print("overfit check passed")
