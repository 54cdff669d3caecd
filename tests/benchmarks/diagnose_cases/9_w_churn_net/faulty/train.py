import numpy as np
import torch
import torch.nn as nn


class ChurnData:
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        tenure = rng.exponential(20, n)
        usage = rng.gamma(2.0, 10.0, (n, 4))
        plan = rng.integers(0, 5, n)
        effect = np.array([3.0, -3.0, 0.5, 4.0, -4.0])[plan]
        z = 2.5 * np.log1p(usage[:, 0]) - 2.0 * np.log1p(usage[:, 1]) + effect + 0.08 * (20 - tenure)
        z = 2.0 * (z - np.median(z))
        self.y = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(np.float32)
        self.num = np.column_stack([np.log1p(tenure), np.log1p(usage)]).astype(np.float32)
        self.plan = plan


class ChurnNet(nn.Module):
    def __init__(self, n_num, n_plan=5):
        super().__init__()
        self.plan = nn.Embedding(n_plan, 4)
        self.mlp = nn.Sequential(nn.Linear(n_num + 4, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, num, plan):
        return self.mlp(torch.cat([num, self.plan(plan)], dim=1)).squeeze(1)


def evaluate(model, num, plan, y, criterion):
    model.eval()
    with torch.no_grad():
        out = model(num, plan)
        loss = criterion(out, y).item()
        pred = torch.round(out)
        acc = (pred == y).float().mean().item()
    return loss, acc


def main(seed=90, epochs=12, batch_size=80):
    torch.manual_seed(seed)
    tr, va = ChurnData(4000, seed), ChurnData(1000, seed + 1)
    mean, std = tr.num.mean(0), tr.num.std(0)
    pack = lambda d: (torch.from_numpy((d.num - mean) / std), torch.from_numpy(d.plan), torch.from_numpy(d.y))
    num, plan, y = pack(tr)
    val = pack(va)
    model = ChurnNet(num.shape[1])
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(1, epochs + 1):
        model.train()
        for idx in torch.randperm(len(y)).split(batch_size):
            optimizer.zero_grad()
            criterion(model(num[idx], plan[idx]), y[idx]).backward()
            optimizer.step()
        loss, acc = evaluate(model, *val, criterion)
        print(f"epoch {epoch} val_loss {loss:.4f} val_accuracy {acc:.4f}")


if __name__ == "__main__":
    main()
