import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(14)
C, D = 6, 24
centers = torch.randn(C, D)


def make(n):
    y = torch.randint(0, C, (n,))
    return centers[y] + 0.8 * torch.randn(n, D), y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(D, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.4),
            nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.4),
            nn.Linear(64, C),
        )

    def forward(self, x):
        return self.net(x)


def train_epoch(model, loader, opt, crit):
    model.train()
    run = 0.0
    for x, y in loader:
        opt.zero_grad()
        loss = crit(model(x), y)
        loss.backward()
        opt.step()
        run += loss.item() * x.size(0)
    return run / len(loader.dataset)


@torch.no_grad()
def test(model, loader):
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(loader.dataset)


train_loader = DataLoader(TensorDataset(*make(4000)), batch_size=64, shuffle=True)
xt, yt = make(1200)
order = yt.argsort()  # the test files come one class after the other
test_loader = DataLoader(TensorDataset(xt[order], yt[order]), batch_size=50)

model = Net()
opt = torch.optim.AdamW(model.parameters(), lr=2e-3)
crit = nn.CrossEntropyLoss()
for epoch in range(1, 9):
    l = train_epoch(model, train_loader, opt, crit)
    print(f"epoch {epoch}\tloss {l:.4f}\ttest acc {test(model, test_loader) * 100:.2f}%")
