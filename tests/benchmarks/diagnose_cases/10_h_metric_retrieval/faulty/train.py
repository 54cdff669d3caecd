"""Supervised contrastive embedding for re-identification; recall@1 on unseen identities."""
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F

p = argparse.ArgumentParser()
p.add_argument("--ids", type=int, default=150)
p.add_argument("--per-id", type=int, default=12)
p.add_argument("--temp", type=float, default=0.1)
p.add_argument("--iters", type=int, default=500)
p.add_argument("--seed", type=int, default=14)
opt_args = p.parse_args()
torch.manual_seed(opt_args.seed)

D_ID, D_NUIS = 12, 24
decoder = torch.randn(D_ID + D_NUIS, 64) / 6


def make_split(n_ids, per_id):
    ident = torch.randn(n_ids, D_ID).repeat_interleave(per_id, 0)
    nuis = 1.5 * torch.randn(n_ids * per_id, D_NUIS)
    x = torch.tanh(torch.cat([ident + 0.35 * torch.randn_like(ident), nuis], 1) @ decoder)
    return x, torch.arange(n_ids).repeat_interleave(per_id)


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 32))

    def forward(self, x):
        return F.normalize(self.net(x), dim=1)


def supcon(emb, labels, temp):
    logits = emb @ emb.t() / temp
    self_mask = torch.eye(len(emb), dtype=torch.bool)
    logits = logits.masked_fill(self_mask, -1e9)
    logp = logits - logits.logsumexp(dim=1, keepdim=True)
    same = (labels[:, None] == labels[None]) & ~self_mask
    return -(logp * same).sum(1).div(same.sum(1)).mean()


@torch.no_grad()
def recall_at_1(model, x, y):
    model.eval()
    e = model(x)
    sim = e @ e.t()
    nearest = sim.argmax(dim=1)
    model.train()
    return (y[nearest] == y).float().mean().item()


x_tr, y_tr = make_split(opt_args.ids, opt_args.per_id)
x_te, y_te = make_split(40, 10)
model = Embedder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for it in range(1, opt_args.iters + 1):
    ids = torch.randperm(opt_args.ids)[:24]
    rows = torch.cat([torch.nonzero(y_tr == i).flatten()[torch.randperm(opt_args.per_id)[:4]] for i in ids])
    x = x_tr[rows] + 0.02 * torch.randn(len(rows), 64)
    loss = supcon(model(x), y_tr[rows], opt_args.temp)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if it % 100 == 0:
        print(f"it {it} loss {loss.item():.4f} recall@1 train {recall_at_1(model, x_tr, y_tr):.3f} "
              f"unseen ids {recall_at_1(model, x_te, y_te):.3f}")
