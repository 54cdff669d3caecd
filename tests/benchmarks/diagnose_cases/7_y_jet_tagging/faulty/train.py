"""Tag two-prong jets among one-prong background with a particle-flow (deep sets) network."""
import argparse
import math

import torch
import torch.nn as nn


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--n-train", type=int, default=2048)
    p.add_argument("--n-test", type=int, default=1000)
    p.add_argument("--particles", type=int, default=20)
    p.add_argument("--epochs", type=int, default=1)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=6)
    return p.parse_args()


def make_jets(n, k):
    label = (torch.rand(n) < 0.5).long()
    ang = 2 * math.pi * torch.rand(n, 1)
    sep = 0.45 + 0.15 * torch.rand(n, 1)
    axis = torch.stack([torch.cos(ang), torch.sin(ang)], -1) * sep.unsqueeze(-1)      # n,1,2
    side = (torch.rand(n, k) < 0.5).float().unsqueeze(-1) * 2 - 1
    two = side * axis + 0.18 * torch.randn(n, k, 2)
    one = torch.stack([torch.randn(n, k), torch.randn(n, k)], -1) * 0.42
    pos = torch.where(label.view(-1, 1, 1) == 1, two, one)
    pt = torch.distributions.Exponential(1.0).sample((n, k, 1))
    pt = pt / pt.sum(1, keepdim=True)
    return torch.cat([pos, pt], -1), label


class ParticleFlow(nn.Module):
    def __init__(self):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(3, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32))
        self.rho = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, jets):
        return self.rho(self.phi(jets).mean(dim=1))


def auc(score, label):
    order = score.argsort()
    rank = torch.empty_like(score)
    rank[order] = torch.arange(1, len(score) + 1, dtype=score.dtype)
    pos = label == 1
    n1, n0 = pos.sum(), (~pos).sum()
    return ((rank[pos].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)).item()


def main():
    args = parse()
    torch.manual_seed(args.seed)
    x, y = make_jets(args.n_train, args.particles)
    xt, yt = make_jets(args.n_test, args.particles)
    net = ParticleFlow()
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    ce = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        perm = torch.randperm(len(x))
        tot = 0.0
        for i in range(0, len(x), args.batch_size):
            b = perm[i:i + args.batch_size]
            opt.zero_grad()
            loss = ce(net(x[b]), y[b])
            loss.backward()
            opt.step()
            tot += loss.item() * len(b)
        with torch.no_grad():
            out = net(xt)
        print(f"epoch {epoch + 1}: train loss {tot / len(x):.4f}  test acc {(out.argmax(1) == yt).float().mean():.3f}"
              f"  test AUC {auc(out[:, 1] - out[:, 0], yt):.3f}")


if __name__ == "__main__":
    main()
