"""Vibration severity zones (A to D) of centrifugal pumps from velocity windows [mm/s]."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

ZONES = "ABCD"
LIMITS = [1.4, 2.8, 4.5]


class PumpWindows(Dataset):
    def __init__(self, count, seed, length=160):
        rng = np.random.default_rng(seed)
        t = np.arange(length) / 1000
        self.items = []
        for _ in range(count):
            rms = rng.uniform(0.5, 6.5)
            base = rng.uniform(24, 50)
            shape = sum(rng.uniform(0.1, 1) * np.sin(2 * np.pi * base * k * t + rng.uniform(0, 6.28))
                        for k in (1, 2, 3, 5))
            shape = shape + 0.3 * rng.standard_normal(length)
            wave = shape / np.sqrt((shape ** 2).mean()) * rms
            zone = int(np.searchsorted(LIMITS, rms))
            self.items.append((torch.tensor(wave[None], dtype=torch.float32), zone))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, k):
        return self.items[k]


class ZoneNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv1d(1, 16, 7, stride=2, padding=3),
            nn.ReLU(),
        )
        self.body = nn.Sequential(
            nn.Conv1d(16, 32, 5, stride=2, padding=2), nn.BatchNorm1d(32), nn.ReLU(),
            nn.Conv1d(32, 32, 5, stride=2, padding=2), nn.BatchNorm1d(32), nn.ReLU(),
            nn.AdaptiveAvgPool1d(1), nn.Flatten(),
        )
        self.out = nn.Linear(32, len(ZONES))

    def forward(self, wave):
        return self.out(self.body(self.stem(wave)))


def run():
    torch.manual_seed(9)
    train = DataLoader(PumpWindows(1500, seed=90), batch_size=50, shuffle=True)
    test = DataLoader(PumpWindows(300, seed=91), batch_size=250)
    net = ZoneNet()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(10):
        net.train()
        for wave, zone in train:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(net(wave), zone)
            loss.backward()
            opt.step()
        net.eval()
        table = torch.zeros(4, 4, dtype=torch.long)
        with torch.no_grad():
            for wave, zone in test:
                for z, p in zip(zone, net(wave).argmax(1)):
                    table[z, p] += 1
        print(f"epoch {epoch + 1:2d}: last loss {loss.item():.3f}, "
              f"accuracy {table.diag().sum().item() / table.sum().item():.3f}")
    print("rows: true zone, columns: predicted zone")
    print(table)


if __name__ == "__main__":
    run()
