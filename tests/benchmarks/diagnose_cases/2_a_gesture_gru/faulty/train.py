"""Gesture recognition from pen trajectories with a GRU; gradients are accumulated over several small batches."""
import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class TrainConfig:
    n_train: int = 1600
    n_test: int = 400
    micro_batch: int = 16
    accumulate: int = 2
    epochs: int = 8
    lr: float = 4e-3
    hidden: int = 40


def gestures(n, g, steps=20):
    """Circle clockwise, circle counter-clockwise, zig-zag, line: as increments (dx, dy)."""
    t = torch.linspace(0, 1, steps)
    y = torch.randint(0, 4, (n,), generator=g)
    x = torch.zeros(n, steps, 2)
    for i, c in enumerate(y.tolist()):
        phi = 2 * math.pi * torch.rand(1, generator=g)
        if c in (0, 1):
            s = 1 if c == 0 else -1
            p = torch.stack([torch.cos(s * 2 * math.pi * t + phi), torch.sin(s * 2 * math.pi * t + phi)], 1)
        elif c == 2:
            p = torch.stack([2 * t * torch.cos(phi), 0.5 * torch.sin(6 * math.pi * t + phi)], 1)
        else:
            p = torch.stack([2 * t * torch.cos(phi), 2 * t * torch.sin(phi)], 1)
        x[i] = p + 0.05 * torch.randn(steps, 2, generator=g)
    return TensorDataset(x, y)


class GestureNet(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.gru = nn.GRU(input_size=2, hidden_size=hidden, num_layers=1)
        self.fc = nn.Linear(hidden, 4)

    def forward(self, x):
        out, _ = self.gru(x)
        return self.fc(out[:, -1, :])


def train(cfg: TrainConfig):
    torch.manual_seed(77)
    g = torch.Generator().manual_seed(77)
    train_loader = DataLoader(gestures(cfg.n_train, g), batch_size=cfg.micro_batch, shuffle=True, drop_last=True)
    test_loader = DataLoader(gestures(cfg.n_test, g), batch_size=100)
    model = GestureNet(cfg.hidden)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)

    for epoch in range(cfg.epochs):
        model.train()
        optimizer.zero_grad()
        for i, (x, y) in enumerate(train_loader):
            loss = criterion(model(x), y) / cfg.accumulate
            loss.backward()
            if (i + 1) % cfg.accumulate == 0:
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
        model.eval()
        correct = 0
        with torch.no_grad():
            for x, y in test_loader:
                correct += (model(x).argmax(1) == y).sum().item()
        print(f"epoch {epoch + 1}  loss {loss.item() * cfg.accumulate:.3f}  test accuracy {correct / cfg.n_test:.3f}")


if __name__ == "__main__":
    train(TrainConfig())
