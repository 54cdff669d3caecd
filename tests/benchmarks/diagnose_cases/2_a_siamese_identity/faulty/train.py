"""Siamese network with contrastive loss: are two recordings of the same person?"""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(12)
N_ID, DIM = 40, 32
mix = torch.randn(64, DIM) / 8.0
identity = torch.randn(N_ID, 6)
basis = torch.randn(6, 64)
nuisance = torch.randn(10, 64)


def recordings(ids):
    raw = identity[ids] @ basis + 1.5 * torch.randn(len(ids), 10) @ nuisance + 0.1 * torch.randn(len(ids), 64)
    return torch.tanh(raw @ mix)


def pairs(n, id_range):
    lo, hi = id_range
    a = torch.randint(lo, hi, (n,))
    b = torch.randint(lo, hi, (n,))
    same = torch.rand(n) < 0.5
    b = torch.where(same, a, b)
    return recordings(a), recordings(b), (a == b).float()


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(DIM, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 16))

    def forward(self, a, b):
        return F.normalize(self.encoder(a), dim=1), F.normalize(self.encoder(b), dim=1)


def pair_loss(za, zb, label, margin=1.0):
    d = F.pairwise_distance(za, zb)
    pos = label * d.pow(2)
    neg = (1 - label) * F.relu(margin - d).pow(2)
    return pos + neg


model = Siamese()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
test_a, test_b, test_y = pairs(1000, (0, N_ID))

for step in range(1, 1001):
    model.train()
    a, b, y = pairs(64, (0, N_ID))
    za, zb = model(a, b)
    losses = []
    for label in (0.0, 1.0):                       # balance the two kinds of pair
        chosen = y == label
        if chosen.any():
            losses.append(pair_loss(za[chosen], zb[chosen], y[chosen]).mean())
    loss = torch.tensor(losses, requires_grad=True).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    if step % 250 == 0:
        model.eval()
        with torch.no_grad():
            za, zb = model(test_a, test_b)
            d = F.pairwise_distance(za, zb)
            pos, neg = d[test_y == 1], d[test_y == 0]
            auc = (pos[:, None] < neg[None, :]).float().mean().item()
        print(f"step {step} loss {loss.item():.4f}  AUC {auc:.3f}")
