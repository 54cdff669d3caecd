import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


# ---------- data: bearing vibration, four severity grades ----------
def simulate(n, rng, length=128):
    grade = rng.integers(0, 4, n)
    amp = np.array([0.3, 0.6, 1.0, 1.6])[grade] * rng.uniform(0.9, 1.1, n)
    t = np.arange(length)
    f = rng.uniform(0.04, 0.15, n)
    ph = rng.uniform(0, 2 * np.pi, n)
    sig = amp[:, None] * np.sin(2 * np.pi * f[:, None] * t + ph[:, None])
    sig += amp[:, None] * 0.4 * rng.normal(size=(n, length))
    return torch.tensor(sig[:, None], dtype=torch.float32), torch.tensor(grade)


# ---------- model ----------
def conv_block(cin, cout):
    return nn.Sequential(
        nn.Conv1d(cin, cout, 7, padding=3),
        nn.BatchNorm1d(cout),
        nn.ReLU(),
        nn.MaxPool1d(2),
    )


def build_model(n_classes=4):
    return nn.Sequential(
        conv_block(1, 8),
        conv_block(8, 16),
        nn.AdaptiveAvgPool1d(1),
        nn.Flatten(),
        nn.Linear(16, n_classes),
    )


# ---------- training ----------
def run():
    torch.manual_seed(4)
    rng = np.random.default_rng(4)
    train = DataLoader(TensorDataset(*simulate(1500, rng)), batch_size=32, shuffle=True)
    xv, yv = simulate(500, rng)
    model = build_model()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    ce = nn.CrossEntropyLoss()
    for epoch in range(10):
        model.train()
        tr = 0.0
        for x, y in train:
            opt.zero_grad()
            loss = ce(model(x), y)
            loss.backward()
            opt.step()
            tr += loss.item() / len(train)
        model.eval()
        with torch.no_grad():
            o = model(xv)
        print(f"epoch {epoch:2d} train loss {tr:.3f} val loss {ce(o, yv):.3f} "
              f"val acc {(o.argmax(1) == yv).float().mean():.3f}")


run()
