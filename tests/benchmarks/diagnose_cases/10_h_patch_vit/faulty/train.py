import torch
import torch.nn as nn
from dataclasses import dataclass, field


@dataclass
class TrainConfig:
    image: int = 16
    patch: int = 4
    dim: int = 48
    heads: int = 4
    depth: int = 2
    classes: int = 4
    lr: float = 1e-1
    weight_decay: float = 0.01
    epochs: int = 8
    batch: int = 64
    seed: int = 42
    betas: tuple = field(default=(0.9, 0.99))


def gratings(n, size):
    """Oriented gratings with random phase; the class is the orientation."""
    y = torch.randint(0, 4, (n,))
    theta = y.float() * torch.pi / 4 + 0.15 * torch.randn(n)
    gy, gx = torch.meshgrid(torch.linspace(-1, 1, size), torch.linspace(-1, 1, size), indexing="ij")
    proj = theta.cos()[:, None, None] * gx + theta.sin()[:, None, None] * gy
    img = torch.sin(8 * proj + 6.28 * torch.rand(n, 1, 1)) + 0.5 * torch.randn(n, size, size)
    return img.unsqueeze(1), y


class ViT(nn.Module):
    def __init__(self, c: TrainConfig):
        super().__init__()
        n = (c.image // c.patch) ** 2
        self.to_patch = nn.Conv2d(1, c.dim, c.patch, stride=c.patch)
        self.cls = nn.Parameter(torch.zeros(1, 1, c.dim))
        self.pos = nn.Parameter(0.02 * torch.randn(1, n + 1, c.dim))
        layer = nn.TransformerEncoderLayer(c.dim, c.heads, 2 * c.dim, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, c.depth, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(c.dim)
        self.head = nn.Linear(c.dim, c.classes)

    def forward(self, x):
        p = self.to_patch(x).flatten(2).transpose(1, 2)
        p = torch.cat([self.cls.expand(len(p), -1, -1), p], 1) + self.pos
        return self.head(self.norm(self.encoder(p)[:, 0]))


def fit(cfg: TrainConfig):
    torch.manual_seed(cfg.seed)
    xtr, ytr = gratings(1600, cfg.image)
    xva, yva = gratings(400, cfg.image)
    model = ViT(cfg)
    opt = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay, betas=cfg.betas)
    for epoch in range(cfg.epochs):
        model.train()
        perm = torch.randperm(len(xtr))
        loss_sum = 0.0
        for idx in perm.split(cfg.batch):
            loss = nn.functional.cross_entropy(model(xtr[idx]), ytr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            loss_sum += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            acc = (model(xva).argmax(1) == yva).float().mean().item()
        print(f"epoch {epoch + 1}/{cfg.epochs} loss {loss_sum / len(xtr):.4f} val_acc {acc:.4f}")


if __name__ == "__main__":
    fit(TrainConfig())
