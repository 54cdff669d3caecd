import math
import random

import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader, random_split


class Deliveries(Dataset):
    """courier trips: distance, hour, rain, weight, vehicle -> minutes"""

    def __init__(self, n=5000, seed=0):
        g = torch.Generator().manual_seed(seed)
        km = torch.rand(n, generator=g) * 12
        hour = torch.rand(n, generator=g) * 24
        rain = (torch.rand(n, generator=g) < 0.3).float()
        kg = torch.rand(n, generator=g) * 20
        bike = (torch.rand(n, generator=g) < 0.5).float()
        rush = torch.exp(-(hour - 8.5) ** 2 / 5) + torch.exp(-(hour - 17.5) ** 2 / 5)
        speed = 30 - 14 * bike - 18 * rush * (1 - bike)
        minutes = 60 * km / speed * (1 + 0.4 * rain * bike) + 0.15 * (kg - 10) ** 2
        minutes += torch.randn(n, generator=g)
        x = torch.stack([km, hour, rain, kg, bike], 1)
        self.x = (x - x.mean(0)) / x.std(0)
        self.y_mean, self.y_std = minutes.mean(), minutes.std()
        self.y = (minutes - self.y_mean) / self.y_std

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Block(nn.Module):
    def __init__(self, n_in, n_out, p=0.01):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.norm = nn.BatchNorm1d(n_out)
        self.drop = nn.Dropout(p)

    def forward(self, x):
        return self.drop(self.norm(self.fc(x)))


class EtaNet(nn.Module):
    def __init__(self, n_in=5, width=64, depth=3):
        super().__init__()
        sizes = [n_in] + [width] * depth
        self.blocks = nn.Sequential(*[Block(a, b) for a, b in zip(sizes, sizes[1:])])
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(self.blocks(x)).squeeze(1)


def run_epoch(net, loader, opt=None):
    net.train(opt is not None)
    total, n = 0.0, 0
    with torch.set_grad_enabled(opt is not None):
        for x, y in loader:
            loss = nn.functional.mse_loss(net(x), y)
            if opt is not None:
                opt.zero_grad()
                loss.backward()
                opt.step()
            total += loss.item() * len(y)
            n += len(y)
    return total / n


if __name__ == "__main__":
    random.seed(1)
    torch.manual_seed(1)
    ds = Deliveries()
    train_ds, val_ds = random_split(ds, [4000, 1000])
    train_dl = DataLoader(train_ds, batch_size=64, shuffle=True)
    val_dl = DataLoader(val_ds, batch_size=256)
    net = EtaNet()
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=20)
    for epoch in range(20):
        tr = run_epoch(net, train_dl, opt)
        va = run_epoch(net, val_dl)
        sched.step()
        print(f"{epoch:02d} train {tr:.4f} val {va:.4f} rmse {math.sqrt(va) * ds.y_std:.2f} min")
