import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset


class Vibration(Dataset):
    """Short accelerometer snippets of four kinds of bearing damage."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        t = np.arange(256) / 256.0
        self.y = rng.integers(0, 4, n)
        self.x = np.zeros((n, 1, 256), dtype=np.float32)
        for i, kind in enumerate(self.y):
            base = np.sin(2 * np.pi * 6 * t + rng.uniform(0, 6.28))
            if kind == 1:    # inner race
                base += 0.8 * (np.sin(2 * np.pi * 11 * t + rng.uniform(0, 6.28)) > 0.95)
            elif kind == 2:  # outer race
                base += 0.8 * (np.sin(2 * np.pi * 23 * t + rng.uniform(0, 6.28)) > 0.95)
            elif kind == 3:  # ball, amplitude modulation
                base *= 1 + 0.6 * np.sin(2 * np.pi * 2 * t + rng.uniform(0, 6.28))
            self.x[i, 0] = base + 0.2 * rng.normal(size=256)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return torch.from_numpy(self.x[i]), int(self.y[i])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 15, stride=2, padding=7), nn.BatchNorm1d(16), nn.ReLU(),
            nn.Conv1d(16, 32, 9, stride=2, padding=4), nn.BatchNorm1d(32), nn.ReLU(),
            nn.Conv1d(32, 32, 5, stride=2, padding=2), nn.BatchNorm1d(32), nn.ReLU(),
            nn.AdaptiveMaxPool1d(4),
        )
        self.fc = nn.Linear(128, 4)

    def forward(self, x):
        return self.fc(self.features(x).flatten(1))


class Trainer:
    def __init__(self, model, lr=1e-3, epochs=8):
        self.model, self.epochs = model, epochs
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.scheduler = torch.optim.lr_scheduler.ExponentialLR(self.optimizer, gamma=0.8)

    def fit(self, train_loader, val_loader):
        for epoch in range(self.epochs):
            self.model.train()
            total = 0.0
            for x, y in train_loader:
                self.optimizer.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            self.scheduler.step()
            print(f"epoch {epoch + 1}: loss {total / len(train_loader):.4f} val acc {self.accuracy(val_loader):.4f}")

    @torch.no_grad()
    def accuracy(self, loader):
        self.model.eval()
        hit = sum((self.model(x).argmax(1) == y).sum().item() for x, y in loader)
        return hit / len(loader.dataset)


if __name__ == "__main__":
    torch.manual_seed(12)
    train_loader = DataLoader(Vibration(1500, 1), batch_size=32, shuffle=True)
    val_loader = DataLoader(Vibration(400, 2), batch_size=100)
    Trainer(Net()).fit(train_loader, val_loader)
