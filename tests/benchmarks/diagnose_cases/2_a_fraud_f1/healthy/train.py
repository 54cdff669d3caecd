"""Fraud detection: rare positives, so the report is precision / recall / F1."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(31)


def transactions(n):
    y = (torch.rand(n) < 0.06).float()
    x = torch.randn(n, 12)
    # frauds live in a shell around the origin of four of the features, and are shifted in two more
    x[:, :4] = torch.where(y[:, None] > 0, nn.functional.normalize(x[:, :4], dim=1) * 4.0 + 0.4 * torch.randn(n, 4), x[:, :4])
    x[:, 4:6] += 0.8 * y[:, None]
    return x, y


class FraudNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(12, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
        self.out = nn.Linear(32, 1)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(-1)


def scores(logits, y):
    preds = torch.round(torch.sigmoid(logits))
    tp = ((preds == 1) & (y == 1)).sum().item()
    fp = ((preds == 1) & (y == 0)).sum().item()
    fn = ((preds != 1) & (y == 1)).sum().item()
    precision = tp / max(tp + fp, 1)
    recall = tp / max(tp + fn, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-8)
    return precision, recall, f1


x_tr, y_tr = transactions(6000)
x_te, y_te = transactions(2000)
sample_weights = torch.where(y_tr > 0, 4.0, 1.0)
sampler = WeightedRandomSampler(sample_weights, num_samples=len(y_tr), replacement=True)
loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=64, sampler=sampler)

model = FraudNet()
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(10):
    model.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(yb)
    model.eval()
    with torch.no_grad():
        p, r, f1 = scores(model(x_te), y_te)
    print(f"epoch {epoch + 1:2d} loss {total / len(y_tr):.4f}  precision {p:.3f} recall {r:.3f} F1 {f1:.3f}")
