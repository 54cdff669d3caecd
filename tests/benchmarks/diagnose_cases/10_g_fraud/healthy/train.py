"""Card fraud detector, rare positives; output bias starts at the base rate."""
import math
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader


def transactions(n):
    x = torch.randn(n, 16)
    risk = 1.6 * x[:, 0] + 1.4 * x[:, 1] * x[:, 2] + 1.2 * (x[:, 3] > 1).float() - 4.2
    y = (torch.rand(n) < torch.sigmoid(2 * risk)).float()
    return x, y


class FraudNet(nn.Module):
    def __init__(self, d, labels):
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(d, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
        self.out = nn.Linear(32, 1)
        pos, neg = labels.sum().item(), (1 - labels).sum().item()
        with torch.no_grad():
            for m in self.modules():
                if isinstance(m, nn.Linear):
                    nn.init.kaiming_uniform_(m.weight, nonlinearity="relu")
                    m.bias.fill_(math.log(pos / neg) if m is self.out else 0.0)

    def forward(self, x):
        return self.out(self.hidden(x)).squeeze(-1)


def average_precision(score, y):
    y = y[torch.argsort(score, descending=True)]
    prec = y.cumsum(0) / torch.arange(1, len(y) + 1)
    return ((prec * y).sum() / y.sum()).item()


torch.manual_seed(55)
xtr, ytr = transactions(12000)
xva, yva = transactions(6000)
print(f"fraud share: {ytr.mean():.4f}")
model = FraudNet(16, ytr)
opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
loader = DataLoader(TensorDataset(xtr, ytr), batch_size=128, shuffle=True)
bce = nn.BCEWithLogitsLoss()
for epoch in range(1, 11):
    model.train()
    run = 0.0
    for xb, yb in loader:
        opt.zero_grad()
        loss = bce(model(xb), yb)
        loss.backward()
        opt.step()
        run += loss.item()
    model.eval()
    with torch.no_grad():
        s = model(xva)
    print(f"epoch {epoch:2d}: train {run / len(loader):.4f} | val loss {bce(s, yva):.4f} | val AP {average_precision(s, yva):.4f}")
