# Weekly demand per store: predict next week from the last 12 weeks + promo flag
import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(0)
np.random.seed(0)

N_STORES, N_WEEKS, LAG = 60, 160, 12
SPLIT = 120


def make_series():
    t = np.arange(N_WEEKS)
    base = np.random.uniform(40, 120, (N_STORES, 1))
    trend = np.random.uniform(0.3, 0.8, (N_STORES, 1)) * t
    season = 12 * np.sin(2 * np.pi * t / 26 + np.random.uniform(0, 6, (N_STORES, 1)))
    promo = (np.random.rand(N_STORES, N_WEEKS) < 0.2).astype(np.float64)
    sales = base + trend + season + 25 * promo + np.random.normal(0, 2.5, (N_STORES, N_WEEKS))
    return sales, promo


class Scaler:
    def fit(self, a):
        self.mean, self.std = a.mean(), a.std()
        return self

    def transform(self, a):
        return (a - self.mean) / self.std

    def inverse(self, a):
        return a * self.std + self.mean


def windows(sales, promo, start, stop):
    X, y = [], []
    for s in range(sales.shape[0]):
        for w in range(max(start, LAG), stop):
            X.append(np.concatenate([sales[s, w - LAG:w], promo[s, w - LAG:w + 1]]))
            y.append(sales[s, w])
    return torch.tensor(np.array(X), dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


sales, promo = make_series()
scaler = Scaler().fit(sales[:, :SPLIT])
Xtr, ytr = windows(scaler.transform(sales), promo, 0, SPLIT)
Xte, yte = windows(Scaler().fit(sales[:, SPLIT:]).transform(sales), promo, SPLIT, N_WEEKS)
true_units = windows(sales, promo, SPLIT, N_WEEKS)[1]

model = nn.Sequential(
    nn.Linear(2 * LAG + 1, 64), nn.ReLU(),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, 1),
)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=25)
loss_fn = nn.SmoothL1Loss()


@torch.no_grad()
def backtest():
    model.eval()
    units = scaler.inverse(model(Xte).squeeze(-1))
    naive = scaler.inverse(Xte[:, LAG - 1])
    mae = (units - true_units).abs().mean().item()
    return mae, (naive - true_units).abs().mean().item()


for epoch in range(25):
    model.train()
    perm = torch.randperm(len(Xtr))
    for idx in perm.split(128):
        pred = model(Xtr[idx]).squeeze(-1)
        loss = loss_fn(pred, ytr[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
    sched.step()
    if epoch % 5 == 4:
        mae, naive = backtest()
        print(f"epoch {epoch + 1}: train loss {loss.item():.4f} | backtest MAE {mae:.2f} units (last-week naive {naive:.2f})")
