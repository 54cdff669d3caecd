"""Metric learning with a triplet loss; evaluation by nearest neighbour retrieval."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(70)
IDS, DIM = 20, 40
# only a few directions carry the identity, the others are strong nuisance
signature = torch.randn(IDS, 4)
basis = torch.linalg.qr(torch.randn(DIM, DIM))[0]


def observe(ids):
    z = torch.cat([signature[ids] + 0.2 * torch.randn(len(ids), 4), 3.0 * torch.randn(len(ids), DIM - 4)], 1)
    return z @ basis


def triplets(n):
    a = torch.randint(IDS, (n,))
    neg = (a + torch.randint(1, IDS, (n,))) % IDS
    return observe(a), observe(a), observe(neg)


class Embedder(nn.Module):
    def __init__(self, out=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(DIM, 64), nn.ReLU(), nn.Linear(64, out))
        self.skip = nn.Linear(DIM, out, bias=False)

    def forward(self, x):
        return self.net(x) + self.skip(x)


@torch.no_grad()
def recall_at_1(model, n=600):
    ids = torch.randint(IDS, (n,))
    e = model(observe(ids))
    d = torch.cdist(e, e)
    d.fill_diagonal_(float("inf"))
    return (ids[d.argmin(1)] == ids).float().mean().item()


model = Embedder()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
criterion = nn.TripletMarginLoss(margin=1.0)

for step in range(1, 601):
    anchor, positive, negative = triplets(128)
    loss = criterion(model(anchor), model(positive), model(negative))
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    if step % 100 == 0:
        print(f"step {step}: triplet loss {loss.item():.3f}  recall@1 {recall_at_1(model):.3f}")
