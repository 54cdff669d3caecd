"""Forecast hourly taxi demand from the previous 24 hours with a small GRU."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(11)
rng = np.random.default_rng(11)

WINDOW = 24
EPOCHS = 10


def make_series(n=1700):
    t = np.arange(n)
    daily = np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(4 * np.pi * t / 24 + 0.7)
    weekly = 0.6 * (((t // 24) % 7) >= 5)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.7 * noise[i - 1] + 0.08 * rng.normal()
    return (daily * (1 - weekly) + weekly + noise).astype("float32")


def windows(series):
    xs = np.stack([series[i:i + WINDOW] for i in range(len(series) - WINDOW)])
    ys = series[WINDOW:]
    return torch.from_numpy(xs).unsqueeze(-1), torch.from_numpy(ys).unsqueeze(-1)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        h, _ = self.gru(x)
        return self.out(h[:, -1])


series = make_series()
split = 1300
mean, std = series[:split].mean(), series[:split].std()
series = (series - mean) / std
x_train, y_train = windows(series[:split])
x_test, y_test = windows(series[split:])
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=32, shuffle=True)

model = Forecaster()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.5)

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.item() * len(xb)
    model.eval()
    with torch.no_grad():
        test_mse = criterion(model(x_test), y_test).item()
    print(f"epoch {epoch + 1:2d}  train {running / len(x_train):.4f}  test {test_mse:.4f}")

print(f"final test mse {test_mse:.4f} (variance of target {y_test.var().item():.4f})")
