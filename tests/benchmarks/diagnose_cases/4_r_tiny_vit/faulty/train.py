import math

import torch
import torch.nn.functional as F

from model import TinyViT

EPOCHS = 6
BATCH = 64


def gratings(n):
    """16x16 gratings, class = one of 4 orientations x 2 frequencies."""
    y = torch.randint(0, 8, (n,))
    angle = (y % 4) * math.pi / 4 + 0.1 * torch.randn(n)
    freq = torch.where(y < 4, 0.5, 0.9) + 0.03 * torch.randn(n)
    phase = torch.rand(n) * 6.28
    g = torch.arange(16).float() - 7.5
    yy, xx = torch.meshgrid(g, g, indexing="ij")
    u = torch.cos(angle)[:, None, None] * xx + torch.sin(angle)[:, None, None] * yy
    img = torch.sin(freq[:, None, None] * u + phase[:, None, None])
    img = img + 0.4 * torch.randn(n, 16, 16)
    return img[:, None], y


def main():
    torch.manual_seed(0)
    x_tr, y_tr = gratings(2000)
    x_te, y_te = gratings(500)
    net = TinyViT(8)
    opt = torch.optim.SGD(net.parameters(), lr=5e-4, weight_decay=0.01)
    for epoch in range(EPOCHS):
        net.train()
        tot = 0.0
        for idx in torch.randperm(len(x_tr)).split(BATCH):
            loss = F.cross_entropy(net(x_tr[idx]), y_tr[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item() * len(idx)
        net.eval()
        with torch.no_grad():
            acc = (net(x_te).argmax(1) == y_te).float().mean().item()
        print(f"epoch {epoch + 1:2d}/{EPOCHS} loss {tot / len(x_tr):.4f} acc {acc:.3f}")


if __name__ == "__main__":
    main()
