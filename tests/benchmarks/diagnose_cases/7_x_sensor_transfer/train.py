"""Pretrain on a plant with much data, then fit a head for a new plant with 200 rows."""
import torch
import torch.nn.functional as F
from torch import nn

from backbone import Backbone


def plant(n, mix, boundary, gen):
    z = torch.randn(n, 4, generator=gen)
    x = torch.tanh(z @ mix) + 0.15 * torch.randn(n, mix.shape[1], generator=gen)
    feats = torch.stack([z[:, 0], z[:, 1], z[:, 2], z[:, 3], z[:, 0] * z[:, 1]], 1)
    return x, (feats @ boundary).argmax(1)


def pretrain(backbone, x, y, n_classes, epochs=10):
    head = nn.Linear(24, n_classes)
    opt = torch.optim.Adam([*backbone.parameters(), *head.parameters()], lr=2e-3)
    for epoch in range(epochs):
        for idx in torch.randperm(len(x)).split(64):
            loss = F.cross_entropy(head(backbone(x[idx])), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"pretrain epoch {epoch}: last loss {loss.item():.4f}")


def fine_tune(backbone, x, y, n_classes, epochs=120):
    for p in backbone.parameters():
        p.requires_grad_(False)
    backbone.eval()
    head = nn.Linear(24, n_classes)
    opt = torch.optim.Adam(head.parameters(), lr=0.02, weight_decay=1e-3)
    with torch.no_grad():
        feats = backbone(x)
    for epoch in range(epochs):
        loss = F.cross_entropy(head(feats), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if epoch % 30 == 29:
            print(f"head epoch {epoch + 1}: loss {loss.item():.4f}")
    return head


def main():
    torch.manual_seed(44)
    gen = torch.Generator().manual_seed(44)
    mix = torch.randn(4, 32, generator=gen)
    old = torch.randn(5, 8, generator=gen)
    new = torch.tensor([[1.5, -1.5, 0.], [0., 1., -1.], [1., 1., -2.], [0., -1., 1.], [0., 0., 0.]])
    x_old, y_old = plant(6000, mix, old, gen)
    x_new, y_new = plant(1200, mix, new, gen)
    backbone = Backbone()
    pretrain(backbone, x_old, y_old, 8)
    head = fine_tune(backbone, x_new[:200], y_new[:200], 3)
    with torch.no_grad():
        acc = (head(backbone(x_new[200:])).argmax(1) == y_new[200:]).float().mean()
    print(f"new plant test accuracy {acc:.3f} (200 training rows)")


if __name__ == "__main__":
    main()
