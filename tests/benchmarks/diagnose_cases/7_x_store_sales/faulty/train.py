import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

from tabnet import SalesModel

CARDS = {"store": 120, "article": 200, "weekday": 7}


class SalesTable(Dataset):
    def __init__(self, columns, numeric, target):
        self.columns, self.numeric, self.target = columns, numeric, target

    def __len__(self):
        return len(self.target)

    def __getitem__(self, i):
        row = {k: v[i] for k, v in self.columns.items()}
        row["numeric"] = self.numeric[i]
        return row, self.target[i]


def build(n, seed):
    rng = np.random.default_rng(seed)
    cols = {k: rng.integers(0, c, n) for k, c in CARDS.items()}
    effect = {k: rng.normal(scale=s, size=c) for (k, c), s in zip(CARDS.items(), (1.0, 1.2, 0.4))}
    numeric = rng.normal(size=(n, 3))
    y = sum(effect[k][cols[k]] for k in CARDS) + 0.5 * numeric[:, 0] + rng.normal(scale=0.3, size=n)
    y = (y - y.mean()) / y.std()
    t = lambda a: torch.tensor(a, dtype=torch.float32)
    cut = int(0.85 * n)
    part = lambda s: SalesTable({k: torch.tensor(v[s]) for k, v in cols.items()}, t(numeric[s]), t(y[s]))
    return part(slice(0, cut)), part(slice(cut, n))


def main():
    torch.manual_seed(28)
    train_ds, test_ds = build(9000, seed=28)
    train_dl = DataLoader(train_ds, batch_size=100, shuffle=True)
    test_dl = DataLoader(test_ds, batch_size=1500)
    model = SalesModel(CARDS, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    mse = torch.nn.MSELoss()
    for epoch in range(10):
        model.train()
        losses = []
        for row, y in train_dl:
            loss = mse(model(row), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            pred, true = map(torch.cat, zip(*[(model(r), y) for r, y in test_dl]))
        r2 = 1 - ((pred - true) ** 2).sum() / ((true - true.mean()) ** 2).sum()
        print(f"epoch {epoch}: train mse {np.mean(losses):.4f}  test mse {mse(pred, true):.4f}  test R2 {r2:.3f}")


if __name__ == "__main__":
    main()
