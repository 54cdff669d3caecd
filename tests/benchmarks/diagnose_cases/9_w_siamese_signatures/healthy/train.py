"""Siamese verification: are two signatures from the same writer?"""
from dataclasses import dataclass, field
import torch
from torch import nn, Tensor
import torch.nn.functional as F


@dataclass
class Cfg:
    writers: int = 30
    dim: int = 32
    emb: int = 12
    margin: float = 1.5
    lr: float = 2e-3
    iters: int = 1200
    bs: int = 96
    seed: int = 77
    log: list = field(default_factory=list)


class Signatures:
    def __init__(self, cfg):
        self.style = torch.randn(cfg.writers, 6)
        self.mix = torch.randn(6, cfg.dim)
        self.dirs = torch.randn(4, cfg.dim)
        self.cfg = cfg

    def render(self, w: Tensor) -> Tensor:
        nuisance = 2.5 * torch.randn(len(w), 4) @ self.dirs
        return self.style[w] @ self.mix + nuisance + 0.4 * torch.randn(len(w), self.cfg.dim)

    def pairs(self, n: int, lo: int, hi: int):
        a = torch.randint(lo, hi, (n,))
        same = torch.rand(n) < 0.5
        b = torch.where(same, a, lo + (a - lo + torch.randint(1, hi - lo, (n,))) % (hi - lo))
        return self.render(a), self.render(b), same.float()


def contrastive_loss(z1, z2, same, margin):
    dist = F.pairwise_distance(z1, z2)
    pull = same * dist.pow(2)
    push = (1 - same) * F.relu(margin - dist).pow(2)
    return (pull + push).mean()


@torch.no_grad()
def verify(net, x1, x2, same, threshold):
    net.eval()
    d = F.pairwise_distance(net(x1), net(x2))
    return ((d < threshold).float() == same).float().mean().item()


def main():
    cfg = Cfg()
    torch.manual_seed(cfg.seed)
    data = Signatures(cfg)
    net = nn.Sequential(nn.Linear(cfg.dim, 64), nn.ReLU(), nn.Linear(64, cfg.emb))
    optimizer = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    val = data.pairs(1000, 22, cfg.writers)
    for it in range(1, cfg.iters + 1):
        net.train()
        x1, x2, same = data.pairs(cfg.bs, 0, 22)
        loss = contrastive_loss(net(x1), net(x2), same, cfg.margin)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if it % 200 == 0:
            cfg.log.append(verify(net, *val, cfg.margin / 2))
            print(f"it {it} loss {loss.item():.4f} verification acc (unseen writers) {cfg.log[-1]:.3f}")


if __name__ == "__main__":
    main()
