import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

from model import build_mlp

SEED = 17


def transactions(n=9000, n_feat=8, seed=SEED):
    """Amount, hour, distance, ... ; fraud shows in unusual combinations of them."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, n_feat)).astype(np.float32)
    risk = 2.6 * x[:, 0] * x[:, 1] + 1.8 * (np.abs(x[:, 2]) - 0.8) - 2.0 * x[:, 3] * x[:, 4]
    risk += rng.normal(scale=0.6, size=n)
    y = (risk > np.quantile(risk, 0.85)).astype(np.float32)
    return torch.from_numpy(x), torch.from_numpy(y)


def precision_recall(logits, y, thr=0.5):
    flag = torch.sigmoid(logits) > thr
    tp = (flag & (y == 1)).sum().item()
    return tp / max(1, flag.sum().item()), tp / max(1, int(y.sum().item()))


def average_precision(score, y):
    y = y[score.argsort(descending=True)]
    prec = y.cumsum(0) / torch.arange(1, len(y) + 1)
    return ((prec * y).sum() / y.sum()).item()


def main():
    torch.manual_seed(SEED)
    x, y = transactions()
    x_tr, y_tr, x_te, y_te = x[:7000], y[:7000], x[7000:], y[7000:]
    weight = torch.where(y_tr == 1, 3.0, 1.0)
    sampler = WeightedRandomSampler(weight, num_samples=len(y_tr))
    loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=100, sampler=sampler)

    net = build_mlp([x.shape[1], 64, 64, 32])
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    crit = torch.nn.BCEWithLogitsLoss()
    for ep in range(12):
        net.train()
        tot = 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = crit(net(xb).squeeze(-1), yb)
            loss.backward()
            opt.step()
            tot += loss.item()
        net.eval()
        with torch.no_grad():
            out = net(x_te).squeeze(-1)
        p, r = precision_recall(out, y_te)
        print(f"ep {ep:2d} loss {tot / len(loader):.4f}  AP {average_precision(out, y_te):.3f}  precision {p:.3f}  recall {r:.3f}")


if __name__ == "__main__":
    main()
