"""Remaining-useful-life regression for gas turbines from a window of sensor readings."""
import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def simulate_engines(n_engines, rng, window=24):
    xs, ys = [], []
    for _ in range(n_engines):
        life = rng.integers(80, 160)
        sens = rng.uniform(0.7, 1.3, size=6)
        for end in rng.integers(window, life, size=10):
            t = np.arange(end - window, end)
            wear = (t / life) ** 2
            sig = np.stack([np.sin(0.3 * t) * 0.2 + s * wear for s in sens], axis=1)
            sig += rng.normal(0, 0.05, sig.shape)
            xs.append(sig)
            ys.append(min(life - end, 100) / 100.0)
    return np.asarray(xs, dtype=np.float32), np.asarray(ys, dtype=np.float32)


class RULNet(nn.Module):
    def __init__(self, n_sensors, hidden):
        super().__init__()
        self.rnn = nn.GRU(n_sensors, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x):
        _, h = self.rnn(x)
        return self.head(h[-1])


def rmse_cycles(net, loader):
    net.eval()
    preds, trues = [], []
    with torch.no_grad():
        for x, y in loader:
            preds.append(net(x).flatten())
            trues.append(y)
    p, t = torch.cat(preds), torch.cat(trues)
    return (p - t).pow(2).mean().sqrt().item() * 100


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--hidden", type=int, default=32)
    ap.add_argument("--batch-size", type=int, default=64)
    args = ap.parse_args()

    torch.manual_seed(3)
    rng = np.random.default_rng(3)
    xtr, ytr = simulate_engines(240, rng)
    xva, yva = simulate_engines(60, rng)
    mu, sd = xtr.mean((0, 1)), xtr.std((0, 1))
    xtr, xva = (xtr - mu) / sd, (xva - mu) / sd

    train_dl = DataLoader(TensorDataset(torch.from_numpy(xtr), torch.from_numpy(ytr)),
                          batch_size=args.batch_size, shuffle=True)
    val_dl = DataLoader(TensorDataset(torch.from_numpy(xva), torch.from_numpy(yva)), batch_size=256)

    net = RULNet(xtr.shape[-1], args.hidden)
    optim = torch.optim.Adam(net.parameters(), lr=args.lr)
    criterion = nn.MSELoss()
    print("naive RMSE (mean predictor): %.1f cycles" % (100 * yva.std()))
    for ep in range(args.epochs):
        net.train()
        running = 0.0
        for x, y in train_dl:
            optim.zero_grad()
            out = net(x)
            loss = criterion(out, y.unsqueeze(1))
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optim.step()
            running += loss.item() * len(x)
        print(f"epoch {ep:02d}  train mse {running / len(xtr):.4f}  val RMSE {rmse_cycles(net, val_dl):.1f} cycles")


if __name__ == "__main__":
    main()
