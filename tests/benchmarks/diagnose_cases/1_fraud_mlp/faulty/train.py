import torch
import torch.nn as nn
import torch.nn.functional as F

from data import train_test

torch.manual_seed(0)

Xtr, ytr, Xte, yte = [torch.from_numpy(a) for a in train_test()]

model = nn.Sequential(
    nn.Linear(6, 32), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(32, 32), nn.ReLU(),
    nn.Linear(32, 1),
)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)


def batches(x, y, bs):
    p = torch.randperm(x.shape[0])
    for i in range(0, x.shape[0], bs):
        j = p[i:i + bs]
        yield x[j], y[j]


for epoch in range(12):
    model.train()
    s = 0.0
    for xb, yb in batches(Xtr, ytr, 32):
        logit = model(xb).squeeze(1)
        loss = F.binary_cross_entropy_with_logits(logit, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        s += loss.item() * xb.shape[0]
    model.eval()
    with torch.no_grad():
        z = model(Xte).squeeze(1)
        acc = ((z > 0).float() == yte).float().mean()
        vloss = F.binary_cross_entropy_with_logits(z, yte)
    print(f"ep {epoch:2d} bce {s / len(Xtr):.4f} val_bce {vloss:.4f} val_acc {acc:.4f}")
