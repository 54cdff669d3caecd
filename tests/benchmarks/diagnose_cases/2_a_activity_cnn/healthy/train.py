"""Activity recognition from 3-axis accelerometer windows (labels 1..5 as in the recording protocol)."""
import io

import numpy as np
import torch
from torch import nn

rng = np.random.RandomState(8)
torch.manual_seed(8)

ACTIVITIES = {1: "walking", 2: "running", 3: "stairs", 4: "sitting", 5: "lying"}
RATE = {1: 2.0, 2: 3.2, 3: 1.4, 4: 0.0, 5: 0.0}
GRAVITY = {1: (0, 0, 1), 2: (0, 0.2, 1), 3: (0.3, 0, 1), 4: (0.6, 0, 0.6), 5: (1, 0, 0)}


def record(n, length=64):
    """Label file as text, one line per window, and the raw signals."""
    lines, signals = [], []
    t = np.arange(length) / 20.0
    for _ in range(n):
        act = rng.randint(1, 6)
        phase = rng.rand(3, 1) * 2 * np.pi
        s = np.array(GRAVITY[act], dtype=float)[:, None] + 0.5 * rng.randn(3, length)
        if RATE[act]:
            s = s + 0.7 * np.sin(2 * np.pi * RATE[act] * t[None] + phase)
        signals.append(s)
        lines.append(str(act))
    return "\n".join(lines), np.array(signals)


def load(n):
    text, signals = record(n)
    labels = np.loadtxt(io.StringIO(text), dtype=np.int64)
    x = torch.tensor(signals, dtype=torch.float32)
    y = torch.from_numpy(labels) - 1
    return x, y


x_train, y_train = load(1500)
x_test, y_test = load(400)
mu, sd = x_train.mean((0, 2), keepdim=True), x_train.std((0, 2), keepdim=True)
x_train, x_test = (x_train - mu) / sd, (x_test - mu) / sd

model = nn.Sequential(
    nn.Conv1d(3, 24, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
    nn.Conv1d(24, 48, 5, padding=2), nn.ReLU(), nn.AdaptiveAvgPool1d(1),
    nn.Flatten(), nn.Dropout(0.2), nn.Linear(48, len(ACTIVITIES)),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

for epoch in range(12):
    model.train()
    epoch_loss, seen = 0.0, 0
    for idx in torch.randperm(len(x_train)).split(50):
        optimizer.zero_grad()
        loss = criterion(model(x_train[idx]), y_train[idx])
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(idx)
        seen += len(idx)
    model.eval()
    with torch.no_grad():
        acc = (model(x_test).argmax(dim=1) == y_test).float().mean().item()
    print(f"Epoch {epoch + 1:02d} | loss {epoch_loss / seen:.3f} | test acc {acc:.3f}")
