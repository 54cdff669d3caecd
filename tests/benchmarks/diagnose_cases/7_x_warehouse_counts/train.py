"""Count pallets of each kind in a warehouse camera patch. Large effective batch on a small machine."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Cfg:
    micro_batch: int = 16
    accumulate: int = 4
    epochs: int = 9
    lr: float = 4e-3
    seed: int = 10


def patches(n, gen):
    img = 0.2 * torch.randn(n, 1, 18, 18, generator=gen)
    count = torch.zeros(n)
    for i in range(n):
        for _ in range(int(torch.randint(0, 6, (1,), generator=gen))):
            r, c = torch.randint(0, 6, (2,), generator=gen).tolist()
            if img[i, 0, 3 * r + 1, 3 * c + 1] < 0.8:
                img[i, 0, 3 * r:3 * r + 2, 3 * c:3 * c + 2] += 1.2
                count[i] += 1
    return img, count


def main(cfg=Cfg()):
    torch.manual_seed(cfg.seed)
    gen = torch.Generator().manual_seed(cfg.seed)
    train = DataLoader(TensorDataset(*patches(1600, gen)), batch_size=cfg.micro_batch, shuffle=True)
    x_te, y_te = patches(400, gen)
    net = nn.Sequential(
        nn.Conv2d(1, 12, 3, padding=1), nn.ReLU(),
        nn.Conv2d(12, 8, 3, stride=3, padding=1), nn.ReLU(),
        nn.Flatten(), nn.Linear(8 * 36, 32), nn.ReLU(), nn.Linear(32, 1), nn.Flatten(0),
    )
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    opt.zero_grad()
    for epoch in range(cfg.epochs):
        net.train()
        shown = 0.0
        for k, (x, y) in enumerate(train, start=1):
            loss = nn.functional.mse_loss(net(x), y)
            (loss / cfg.accumulate).backward()
            shown += loss.item()
            if k % cfg.accumulate == 0:
                opt.step()
                opt.zero_grad()
        net.eval()
        with torch.no_grad():
            err = net(x_te) - y_te
        print(f"epoch {epoch + 1:2d} mse {shown / len(train):.4f} test mae {err.abs().mean():.3f} "
              f"test R2 {1 - err.pow(2).mean() / y_te.var():.3f}")


if __name__ == "__main__":
    main()
