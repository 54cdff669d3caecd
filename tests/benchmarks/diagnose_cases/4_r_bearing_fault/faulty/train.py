import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

"""Vibration snippets of a bearing: healthy or with an outer race defect."""

np.random.seed(6)
torch.manual_seed(6)


def vibration(n, length=128):
    t = np.arange(length)
    x = 0.5 * np.random.randn(n, length)
    x += np.sin(2 * np.pi * np.random.uniform(0.02, 0.04, (n, 1)) * t + np.random.uniform(0, 6.28, (n, 1)))
    y = np.random.randint(0, 2, n)
    for i in np.flatnonzero(y):
        period = np.random.randint(14, 22)
        for hit in range(np.random.randint(0, period), length, period):
            k = np.arange(min(8, length - hit))
            x[i, hit:hit + len(k)] += 2.2 * np.exp(-k / 3) * np.cos(2.2 * k)
    return torch.tensor(x, dtype=torch.float32).unsqueeze(1), torch.tensor(y, dtype=torch.float32)


class VibNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv1d(1, 16, 8, stride=2), nn.BatchNorm1d(16), nn.ReLU(),
            nn.Conv1d(16, 32, 5, stride=2), nn.BatchNorm1d(32), nn.ReLU(),
            nn.AdaptiveAvgPool1d(4), nn.Flatten(),
            nn.Linear(128, 32), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(1)


def binary_accuracy(logits, target):
    rounded = torch.round(logits)
    return (rounded == target).float().mean().item()


train_loader = DataLoader(TensorDataset(*vibration(1600)), batch_size=32, shuffle=True)
test_loader = DataLoader(TensorDataset(*vibration(500)), batch_size=100)
model = VibNet()
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(10):
    model.train()
    train_loss, train_acc = 0.0, 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()
        train_loss += loss.item()
        train_acc += binary_accuracy(out, y)
    model.eval()
    test_acc = 0.0
    with torch.no_grad():
        for x, y in test_loader:
            test_acc += binary_accuracy(model(x), y)
    print("Epoch %d | loss %.4f | train acc %.3f | test acc %.3f" % (
        epoch + 1, train_loss / len(train_loader), train_acc / len(train_loader), test_acc / len(test_loader)))
