import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader, random_split

from model import TrendClassifier

torch.manual_seed(6)


def make_paths(n, steps=16):
    t = torch.linspace(-1, 1, steps)
    y = torch.randint(0, 4, (n,))
    shapes = torch.stack([t, -t, 1 - 2 * t.abs(), 2 * t.abs() - 1])
    x = shapes[y] * (0.6 + 0.8 * torch.rand(n, 1)) + 0.5 * torch.randn(n, steps)
    return TensorDataset(x.unsqueeze(-1), y)


full = make_paths(2400)
train_set, val_set = random_split(full, [2000, 400])
train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
val_loader = DataLoader(val_set, batch_size=200)

model = TrendClassifier()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(8):
    model.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        out = model(xb)
        loss = criterion(out, yb)
        loss.backward()
        optimizer.step()
    model.eval()
    correct, vloss = 0, 0.0
    with torch.no_grad():
        for xb, yb in val_loader:
            out = model(xb)
            vloss += criterion(out, yb).item() * len(yb)
            correct += (out.argmax(1) == yb).sum().item()
    print(f"[{epoch + 1}] train {loss.item():.3f} val {vloss / len(val_set):.3f} acc {correct / len(val_set):.3f}")
