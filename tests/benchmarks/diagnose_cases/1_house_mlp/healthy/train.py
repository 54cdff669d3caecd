"""House price style regression on synthetic tabular data."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from config import Config

cfg = Config()
torch.manual_seed(cfg.seed)


def make_data(n, d):
    x = torch.randn(n, d)
    y = 2.0 * x[:, 0] - 1.5 * x[:, 1] * x[:, 2] + torch.sin(2 * x[:, 3]) + 0.5 * x[:, 4] ** 2
    y = y + 0.1 * torch.randn(n)
    y = (y - y.mean()) / y.std()
    return x, y.unsqueeze(1)


class PriceNet(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(d, h), nn.ReLU(),
            nn.Linear(h, h), nn.ReLU(),
            nn.Linear(h, h), nn.ReLU(),
        )
        self.head = nn.Linear(h, 1)

    def forward(self, x):
        return self.head(self.body(x))


x, y = make_data(cfg.n_samples, cfg.n_features)
train_set, val_set = random_split(TensorDataset(x, y), [5000, 1000])
train_loader = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)
val_loader = DataLoader(val_set, batch_size=500)

model = PriceNet(cfg.n_features, cfg.hidden)
opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
loss_fn = nn.MSELoss()

for epoch in range(cfg.epochs):
    model.train()
    running = 0.0
    for xb, yb in train_loader:
        opt.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        opt.step()
        running += loss.item() * len(xb)
    model.eval()
    with torch.no_grad():
        val = sum(loss_fn(model(a), b).item() * len(a) for a, b in val_loader) / len(val_set)
    print(f"epoch {epoch + 1:02d} | train mse {running / len(train_set):.4f} | val mse {val:.4f}")
