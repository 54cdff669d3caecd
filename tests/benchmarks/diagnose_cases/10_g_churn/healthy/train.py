"""Customer churn model: telco-style table with numeric and categorical columns."""
import argparse
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--batch-size", type=int, default=128)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--seed", type=int, default=7)
args = parser.parse_args()

torch.manual_seed(args.seed)
rng = np.random.default_rng(args.seed)


def load_customers(n=8000):
    tenure = rng.gamma(2.0, 12.0, n)
    monthly = rng.normal(65, 25, n).clip(15, 130)
    calls = rng.poisson(1.5, n)
    contract = rng.integers(0, 3, n)
    payment = rng.integers(0, 4, n)
    score = (-0.06 * (tenure - 24) + 0.035 * (monthly - 65) + 0.7 * (calls - 1.5)
             - 1.3 * (contract - 1) + 0.8 * (payment == 2) + 0.5 * (calls > 3) * (contract == 0))
    y = (score + rng.logistic(0, 0.5, n) > 0).astype(np.float32)
    num = np.stack([tenure, monthly, calls], 1).astype(np.float32)
    num = (num - num.mean(0)) / num.std(0)
    cat = np.stack([contract, payment], 1)
    return torch.from_numpy(num), torch.from_numpy(cat), torch.from_numpy(y)


class ChurnNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.contract = nn.Embedding(3, 4)
        self.payment = nn.Embedding(4, 4)
        self.body = nn.Sequential(
            nn.Linear(11, 64), nn.ReLU(), nn.Dropout(0.1),
            nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, num, cat):
        z = torch.cat([num, self.contract(cat[:, 0]), self.payment(cat[:, 1])], 1)
        return self.body(z).squeeze(1)


dataset = TensorDataset(*load_customers())
train_set, val_set = random_split(dataset, [6400, 1600])
train_loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
val_loader = DataLoader(val_set, batch_size=512)

model = ChurnNet()
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

for epoch in range(1, args.epochs + 1):
    model.train()
    running = 0.0
    for num, cat, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(num, cat), y)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(y)

    model.eval()
    hits, seen = 0, 0
    with torch.no_grad():
        for num, cat, y in val_loader:
            pred = (torch.sigmoid(model(num, cat)) > 0.5).float()
            hits += (pred == y).sum().item()
            seen += len(y)
    print(f"epoch {epoch:2d}  train loss {running / len(train_set):.4f}  val acc {hits / seen:.4f}")
