import argparse
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader


def get_args():
    p = argparse.ArgumentParser("Electricity load forecasting with a GRU")
    p.add_argument("--window", type=int, default=24)
    p.add_argument("--horizon", type=int, default=6)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--epochs", type=int, default=16)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=11)
    return p.parse_args()


def make_series(n, rng):
    t = np.arange(n)
    daily = np.sin(2 * np.pi * t / 24)
    half = 0.6 * np.sin(2 * np.pi * t / 12 + 0.7)
    weekly = 0.8 * np.sign(np.sin(2 * np.pi * t / 168))
    return (50 + 12 * (daily * (1 + 0.5 * weekly) + half) + rng.normal(0, 0.8, n)).astype(np.float32)


class WindowSet(Dataset):
    def __init__(self, series, window, horizon):
        self.s = torch.from_numpy(series)
        self.w, self.h = window, horizon

    def __len__(self):
        return len(self.s) - self.w - self.h + 1

    def __getitem__(self, i):
        return self.s[i:i + self.w, None], self.s[i + self.w:i + self.w + self.h]


class Forecaster(nn.Module):
    def __init__(self, hidden, horizon):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, horizon)

    def forward(self, x):
        _, h = self.rnn(x)
        return self.head(h[-1])


def evaluate(model, loader):
    model.eval()
    se, n = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            se += ((model(x) - y) ** 2).sum().item()
            n += y.numel()
    return se / n


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    series = make_series(1500, rng)
    split = 1100
    mu, sd = series[:split].mean(), series[:split].std()
    series = (series - mu) / sd
    train_loader = DataLoader(WindowSet(series[:split], args.window, args.horizon),
                              batch_size=args.batch_size, shuffle=True)
    val_loader = DataLoader(WindowSet(series[split:], args.window, args.horizon), batch_size=256)

    model = Forecaster(args.hidden, args.horizon)
    optim = torch.optim.Adam(model.parameters(), lr=args.lr)
    mse = nn.MSELoss()
    for ep in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for x, y in train_loader:
            optim.zero_grad()
            loss = mse(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optim.step()
            total += loss.item() * len(x)
        v = evaluate(model, val_loader)
        print(f"[{ep:03d}] train mse {total / len(train_loader.dataset):.4f}  val mse {v:.4f}")
    print(f"val RMSE in MW: {np.sqrt(v) * sd:.2f}   skill vs mean: {1 - v:.3f}")


if __name__ == "__main__":
    main()
