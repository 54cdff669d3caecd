# One-step-ahead forecast of a univariate series with a GRU
import numpy as np
import torch
import torch.nn as nn

np.random.seed(0)
torch.manual_seed(0)

WINDOW = 24

# ---------------------------------------------------------------- data
t = np.arange(2000)
series = 10 + 3 * np.sin(2 * np.pi * t / 24) + 1.5 * np.sin(2 * np.pi * t / 168) + 0.3 * np.random.randn(len(t))
split = 1600
mean, std = series[:split].mean(), series[:split].std()
scaled = ((series - mean) / std).astype(np.float32)


def windows(a):
    x = np.stack([a[i:i + WINDOW] for i in range(len(a) - WINDOW)])
    y = a[WINDOW:]
    return torch.from_numpy(x).unsqueeze(-1), torch.from_numpy(y.copy()).unsqueeze(-1)


x_train, y_train = windows(scaled[:split])
x_test, y_test = windows(scaled[split:])


# ---------------------------------------------------------------- model
class Forecaster(nn.Module):
    def __init__(self, n_features=1, hidden_size=32):
        super().__init__()
        self.norm = nn.LayerNorm(n_features)
        self.gru = nn.GRU(n_features, hidden_size, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden_size, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        out, _ = self.gru(self.norm(x))
        return self.head(out[:, -1])


model = Forecaster()
loss_fn = nn.SmoothL1Loss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

# ---------------------------------------------------------------- training
n_epochs, batch_size = 12, 64
for epoch in range(n_epochs):
    model.train()
    perm = torch.randperm(len(x_train))
    losses = []
    for i in range(0, len(perm), batch_size):
        idx = perm[i:i + batch_size]
        optimizer.zero_grad()
        loss = loss_fn(model(x_train[idx]), y_train[idx])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        rmse = torch.sqrt(((model(x_test) - y_test) ** 2).mean()).item() * std
    print(f"epoch {epoch + 1:2d}  train loss {np.mean(losses):.4f}  test RMSE {rmse:.3f}  (std of the series {std:.3f})")
