"""Two-tower retrieval: queries and items are two noisy views of the same latent."""
import dataclasses

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclasses.dataclass
class Config:
    latent: int = 8
    q_dim: int = 40
    i_dim: int = 60
    emb: int = 32
    n_train: int = 4000
    n_test: int = 300
    batch: int = 128
    epochs: int = 12
    lr: float = 2e-3
    temperature: float = 0.1
    seed: int = 5


class Tower(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d_in, 96), nn.ReLU(), nn.Linear(96, d_out))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


class World:
    def __init__(self, cfg):
        self.cfg = cfg
        self.A = torch.randn(cfg.latent, cfg.q_dim)
        self.B = torch.randn(cfg.latent, cfg.i_dim)

    def pairs(self, n):
        z = torch.randn(n, self.cfg.latent)
        q = torch.tanh(z @ self.A) + 0.1 * torch.randn(n, self.cfg.q_dim)
        i = torch.tanh(z @ self.B) + 0.1 * torch.randn(n, self.cfg.i_dim)
        return q, i


def info_nce(q, i, temperature):
    logits = q @ i.t() / temperature
    labels = torch.arange(len(q))
    return 0.5 * (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels))


@torch.no_grad()
def recall_at(qt, it, q, i, ks=(1, 5)):
    scores = qt(q) @ it(i).t()
    truth = torch.arange(len(q)).unsqueeze(1)
    out = {}
    for k in ks:
        top = scores.topk(k, dim=1, largest=False).indices
        out[k] = (top == truth).any(dim=1).float().mean().item()
    return out


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    world = World(cfg)
    q, i = world.pairs(cfg.n_train)
    tq, ti = world.pairs(cfg.n_test)
    query_tower, item_tower = Tower(cfg.q_dim, cfg.emb), Tower(cfg.i_dim, cfg.emb)
    params = list(query_tower.parameters()) + list(item_tower.parameters())
    opt = torch.optim.Adam(params, lr=cfg.lr)
    for epoch in range(cfg.epochs):
        perm = torch.randperm(cfg.n_train)
        total, steps = 0.0, 0
        for idx in perm.split(cfg.batch):
            loss = info_nce(query_tower(q[idx]), item_tower(i[idx]), cfg.temperature)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
            steps += 1
        r = recall_at(query_tower, item_tower, tq, ti)
        print(f"epoch {epoch:2d} loss {total / steps:.3f} R@1 {r[1]:.3f} R@5 {r[5]:.3f}")


if __name__ == "__main__":
    main()
