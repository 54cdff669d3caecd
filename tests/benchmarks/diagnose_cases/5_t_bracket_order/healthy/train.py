"""Does event A come before event B in the log?  Small encoder-only transformer."""
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    vocab: int = 20
    length: int = 16
    dim: int = 32
    heads: int = 2
    depth: int = 1
    batch: int = 64
    steps: int = 300
    lr: float = 3e-3


A, B = 0, 1


def logs(n, cfg):
    x = torch.randint(2, cfg.vocab, (n, cfg.length))
    pos = torch.rand(n, cfg.length).argsort(1)[:, :2]
    rows = torch.arange(n)
    x[rows, pos[:, 0]] = A
    x[rows, pos[:, 1]] = B
    return x, (pos[:, 0] < pos[:, 1]).float()


class OrderNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tokens = nn.Embedding(cfg.vocab, cfg.dim)
        self.positions = nn.Embedding(cfg.length, cfg.dim)
        self.blocks = nn.ModuleList([
            nn.TransformerEncoderLayer(cfg.dim, cfg.heads, 2 * cfg.dim, dropout=0.0, batch_first=True)
            for _ in range(cfg.depth)
        ])
        self.cls = nn.Linear(cfg.dim, 1)

    def forward(self, x):
        h = self.tokens(x)
        h = h + self.positions(torch.arange(x.size(1)))
        for block in self.blocks:
            h = block(h)
        return self.cls(h.amax(dim=1)).squeeze(-1)


def main():
    torch.manual_seed(9)
    cfg = Config()
    model = OrderNet(cfg)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    bce = nn.BCEWithLogitsLoss()
    xt, yt = logs(800, cfg)
    for step in range(1, cfg.steps + 1):
        x, y = logs(cfg.batch, cfg)
        loss = bce(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 50 == 0:
            with torch.no_grad():
                acc = ((model(xt) > 0) == (yt > 0.5)).float().mean().item()
            print(f"step {step} loss {loss.item():.4f} test acc {acc:.3f}")


if __name__ == "__main__":
    main()
