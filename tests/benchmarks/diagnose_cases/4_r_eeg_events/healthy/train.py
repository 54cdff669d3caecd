import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

FS = 64          # sampling rate
SECONDS = 2


class EEGWindows(Dataset):
    """Pink-ish background; events are short 9 Hz bursts in one of 4 channels."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        t = np.arange(FS * SECONDS) / FS
        noise = rng.normal(size=(n, 4, len(t)))
        x = 0.6 * np.cumsum(noise, axis=-1) * 0.15 + 0.5 * noise
        x -= x.mean(-1, keepdims=True)
        y = rng.integers(0, 2, n)
        for i in np.where(y == 1)[0]:
            c = rng.integers(4)
            start = rng.uniform(0.2, 1.2)
            env = np.exp(-((t - start - 0.3) / 0.2) ** 2)
            x[i, c] += 1.6 * env * np.sin(2 * np.pi * 9 * t + rng.uniform(0, 6.28))
        self.x = torch.tensor(x, dtype=torch.float32)
        self.y = torch.tensor(y, dtype=torch.long)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv1d(4, 24, 9, padding=4)
        self.c2 = nn.Conv1d(24, 32, 7, padding=3)
        self.fc = nn.Linear(32, 2)

    def forward(self, x):
        x = F.max_pool1d(F.relu(self.c1(x)), 4)
        x = F.max_pool1d(F.relu(self.c2(x)), 4)
        return self.fc(x.amax(-1))


def evaluate(net, loader):
    net.eval()
    hits = total = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (net(x).argmax(1) == y).sum().item()
            total += len(y)
    return hits / total


torch.manual_seed(0)
train_dl = DataLoader(EEGWindows(1500, 1), batch_size=50, shuffle=True)
test_dl = DataLoader(EEGWindows(500, 2), batch_size=250)
net = Detector()
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3, weight_decay=1e-4)

for epoch in range(1, 11):
    net.train()
    losses = []
    for x, y in train_dl:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {np.mean(losses):.4f}, test acc {evaluate(net, test_dl):.3f}")
