"""Fine-grained classification from a small noisy survey table."""
import copy
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 70
torch.manual_seed(SEED)


def survey(n, d=40):
    x = torch.randn(n, d)
    score = x[:, 0] + x[:, 1] * x[:, 2] + 0.5 * x[:, 3]
    y = (score + 0.3 * torch.randn(n) > 0).long()
    return x, y


class Net(nn.Module):
    def __init__(self, d=40):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(d, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2))

    def forward(self, x):
        return self.layers(x)


def score(model, loader):
    model.eval()
    right = n = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
            n += len(y)
    return right / n


X, Y = survey(1200)
train_loader = DataLoader(TensorDataset(X[:800], Y[:800]), batch_size=40, shuffle=True)
check_loader = DataLoader(TensorDataset(X[800:], Y[800:]), batch_size=200)

model = Net()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)
criterion = nn.CrossEntropyLoss()
best, best_state, patience = 0.0, None, 0
for epoch in range(40):
    model.train()
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    acc = score(model, check_loader)
    print(f"epoch {epoch + 1} loss {total / len(train_loader):.4f} accuracy {acc:.4f}")
    if acc > best:
        best, best_state, patience = acc, copy.deepcopy(model.state_dict()), 0
    else:
        patience += 1
        if patience >= 5:
            break
model.load_state_dict(best_state)
print(f"best accuracy {best:.4f}")
