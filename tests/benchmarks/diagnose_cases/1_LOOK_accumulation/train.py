import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(9)
ACCUM = 4

g = torch.Generator().manual_seed(2)
centers = torch.randn(12, 16, generator=g) * 1.2
lab = torch.randint(0, 12, (5000,), generator=g)
X = centers[lab] + 0.8 * torch.randn(5000, 16, generator=g)
Y = lab % 4
train_loader = DataLoader(TensorDataset(X[:4000], Y[:4000]), batch_size=8, shuffle=True)
Xv, Yv = X[4000:], Y[4000:]

model = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
criterion = nn.CrossEntropyLoss()

optimizer.zero_grad()
for epoch in range(1, 9):
    model.train()
    total = 0.0
    for i, (x, y) in enumerate(train_loader):
        loss = criterion(model(x), y) / ACCUM
        loss.backward()
        total += loss.item() * ACCUM
        if (i + 1) % ACCUM == 0:
            optimizer.step()
            optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        acc = (model(Xv).argmax(1) == Yv).float().mean().item()
    print(f"Epoch {epoch}: loss={total / len(train_loader):.4f} val_acc={acc:.4f}")
