"""Which body perturbs the tracked orbit? Sequence classification of residual tracks."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

KINDS = ["none", "moon", "drag", "kick"]


class Tracks(Dataset):
    def __init__(self, n, steps, rng):
        self.labels = rng.integers(0, len(KINDS), n)
        self.tracks = np.stack([self._track(k, steps, rng) for k in self.labels]).astype(np.float32)

    @staticmethod
    def _track(kind, steps, rng):
        t = np.linspace(0, 1, steps)
        r = 0.25 * rng.standard_normal((steps, 3))
        if kind == 1:
            ph = rng.uniform(0, 2 * np.pi)
            r[:, 0] += np.sin(12 * t + ph)
            r[:, 1] += np.cos(12 * t + ph)
        elif kind == 2:
            r[:, 2] -= rng.uniform(1.0, 2.0) * t ** 2
        elif kind == 3:
            when = rng.uniform(0.2, 0.7)
            r[t > when, rng.integers(0, 2)] += rng.choice([-1.0, 1.0])
        return r

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return torch.from_numpy(self.tracks[i]), int(self.labels[i])


class OrbitGRU(nn.Module):
    def __init__(self, n_in=3, hidden=48, n_out=len(KINDS)):
        super().__init__()
        self.gru = nn.GRU(n_in, hidden, num_layers=1)
        self.classify = nn.Linear(hidden, n_out)

    def forward(self, tracks):
        # tracks: (batch, time, 3)
        states, _ = self.gru(tracks)
        return self.classify(states[:, -1])


def fit(model, train, test, epochs, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        losses = []
        for x, y in train:
            loss = loss_fn(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            good = sum((model(x).argmax(1) == y).sum().item() for x, y in test)
        print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.3f}  accuracy {good / len(test.dataset):.3f}")


if __name__ == "__main__":
    torch.manual_seed(111)
    rng = np.random.default_rng(111)
    train = DataLoader(Tracks(1600, 40, rng), batch_size=32, shuffle=True)
    test = DataLoader(Tracks(400, 40, rng), batch_size=100)
    fit(OrbitGRU(), train, test, epochs=9, lr=3e-3)
