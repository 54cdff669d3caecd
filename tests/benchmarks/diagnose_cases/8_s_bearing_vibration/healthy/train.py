"""Classify the condition of a roller bearing from accelerometer windows."""
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from signals import CONDITIONS, make_windows

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])

x_train, y_train = make_windows(cfg["n_train"], cfg["window"], rng)
x_test, y_test = make_windows(cfg["n_test"], cfg["window"], rng)
mu, sd = x_train.mean(), x_train.std()
x_train, x_test = (x_train - mu) / sd, (x_test - mu) / sd

train_loader = DataLoader(
    TensorDataset(torch.from_numpy(x_train), torch.from_numpy(y_train)),
    batch_size=cfg["batch_size"],
    shuffle=True,
    drop_last=True,
)

model = nn.Sequential(
    nn.Conv1d(1, 16, 15, stride=2, padding=7),
    nn.BatchNorm1d(16),
    nn.ReLU(),
    nn.Conv1d(16, 32, 9, stride=2, padding=4),
    nn.BatchNorm1d(32),
    nn.ReLU(),
    nn.Conv1d(32, 32, 21, stride=2, padding=10),
    nn.BatchNorm1d(32),
    nn.ReLU(),
    nn.AdaptiveMaxPool1d(4),
    nn.Flatten(),
    nn.Linear(128, len(CONDITIONS)),
)
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["learning_rate"])
criterion = nn.CrossEntropyLoss()


@torch.no_grad()
def test_accuracy():
    model.eval()
    pred = model(torch.from_numpy(x_test)).argmax(1).numpy()
    return float((pred == y_test).mean())


for epoch in range(cfg["epochs"]):
    model.train()
    losses = []
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.4f}  test acc {test_accuracy():.3f}")
