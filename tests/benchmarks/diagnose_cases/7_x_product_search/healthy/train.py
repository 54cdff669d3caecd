import argparse

import torch
import torch.nn.functional as F
from torch import nn


def catalogue(n_products, n_latent, seed):
    """Query logs and product attribute vectors made from shared latent intent."""
    g = torch.Generator().manual_seed(seed)
    z = torch.randn(n_products, n_latent, generator=g)
    to_q = torch.randn(n_latent, 40, generator=g)
    to_p = torch.randn(n_latent, 60, generator=g)
    q = torch.tanh(z @ to_q * 0.5) + 0.25 * torch.randn(n_products, 40, generator=g)
    p = torch.tanh(z @ to_p * 0.5) + 0.25 * torch.randn(n_products, 60, generator=g)
    return q, p


class Tower(nn.Module):
    def __init__(self, n_in, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 96), nn.ReLU(), nn.Linear(96, dim))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


class TwoTower(nn.Module):
    def __init__(self, dim=24, temperature=0.1):
        super().__init__()
        self.query = Tower(40, dim)
        self.product = Tower(60, dim)
        self.temperature = temperature

    def loss(self, q, p):
        sim = self.query(q) @ self.product(p).T / self.temperature
        target = torch.arange(len(q))
        return 0.5 * (F.cross_entropy(sim, target) + F.cross_entropy(sim.T, target))


@torch.no_grad()
def recall_at_k(model, q, p, k):
    model.eval()
    sim = model.query(q) @ model.product(p).T
    top = sim.topk(k, dim=1).indices
    hit = (top == torch.arange(len(q)).unsqueeze(1)).any(1)
    return hit.float().mean().item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--products", type=int, default=4000)
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--batch", type=int, default=128)
    ap.add_argument("--seed", type=int, default=77)
    a = ap.parse_args()
    torch.manual_seed(a.seed)
    q, p = catalogue(a.products, 8, a.seed)
    n_test = 500
    q_tr, p_tr, q_te, p_te = q[n_test:], p[n_test:], q[:n_test], p[:n_test]
    model = TwoTower()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(a.epochs):
        model.train()
        perm = torch.randperm(len(q_tr))
        tot, nb = 0.0, 0
        for idx in perm.split(a.batch):
            loss = model.loss(q_tr[idx], p_tr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot, nb = tot + loss.item(), nb + 1
        r1, r10 = (recall_at_k(model, q_te, p_te, k) for k in (1, 10))
        print(f"epoch {epoch:2d} loss {tot / nb:.4f} recall@1 {r1:.3f} recall@10 {r10:.3f}")


if __name__ == "__main__":
    main()
