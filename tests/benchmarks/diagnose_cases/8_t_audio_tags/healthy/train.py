import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 1
TAGS = ["hum", "whistle", "chirp", "clicks", "tremolo", "hiss"]
N = 400


def synth(rng, active):
    t = np.arange(N) / N
    x = 0.1 * rng.standard_normal(N)
    g = rng.uniform(0.7, 1.3, size=6)
    ph = rng.uniform(0, 2 * np.pi, size=6)
    if active[0]:
        x += g[0] * np.sin(2 * np.pi * rng.uniform(4, 6) * t + ph[0])
    if active[1]:
        x += g[1] * np.sin(2 * np.pi * rng.uniform(70, 80) * t + ph[1])
    if active[2]:
        x += g[2] * np.sin(2 * np.pi * (15 * t + 15 * t ** 2) + ph[2])
    if active[3]:
        for c in rng.integers(5, N - 5, size=6):
            x[c:c + 3] += 3 * g[3]
    if active[4]:
        x += g[4] * np.sin(2 * np.pi * 100 * t + ph[4]) * (1 + np.sin(2 * np.pi * 8 * t))
    if active[5]:
        x += 0.6 * g[5] * rng.standard_normal(N)
    return x


def build(n, rng):
    y = rng.random((n, len(TAGS))) < 0.45
    x = np.stack([synth(rng, row) for row in y])
    return TensorDataset(torch.tensor(x, dtype=torch.float32).unsqueeze(1), torch.tensor(y, dtype=torch.float32))


class Tagger(nn.Module):
    def __init__(self, n_tags):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 15, stride=2, padding=7), nn.BatchNorm1d(16), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(16, 32, 9, padding=4), nn.BatchNorm1d(32), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(32, 32, 5, padding=2), nn.BatchNorm1d(32), nn.ReLU(),
        )
        self.head = nn.Linear(64, n_tags)
        self.act = nn.Sigmoid()

    def forward(self, x):
        f = self.features(x)
        f = torch.cat([f.mean(-1), f.amax(-1)], dim=1)
        return self.act(self.head(f))


def micro_f1(model, loader):
    model.eval()
    tp = fp = fn = 0
    with torch.no_grad():
        for x, y in loader:
            guess = model(x) > 0.5
            y = y.bool()
            tp += (guess & y).sum().item()
            fp += (guess & ~y).sum().item()
            fn += (~guess & y).sum().item()
    return 2 * tp / max(1, 2 * tp + fp + fn)


def main():
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    train_loader = DataLoader(build(1000, rng), batch_size=50, shuffle=True)
    test_loader = DataLoader(build(300, rng), batch_size=250)
    model = Tagger(len(TAGS))
    criterion = nn.BCELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(9):
        model.train()
        total = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch + 1:2d} | bce {total / len(train_loader):.4f} | test micro-F1 {micro_f1(model, test_loader):.3f}")


if __name__ == "__main__":
    main()
