"""Image classifier trained with a large effective batch on little memory."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(3)
ACCUM = 4


def blobs(n):
    y = torch.randint(0, 6, (n,))
    x = 0.6 * torch.randn(n, 1, 12, 12)
    for i, c in enumerate(y.tolist()):
        r, k = divmod(c, 3)
        x[i, 0, 6 * r + 1:6 * r + 5, 4 * k:4 * k + 4] += 1.0
    return TensorDataset(x, y)


train_loader = DataLoader(blobs(1800), batch_size=8, shuffle=True)
val_loader = DataLoader(blobs(400), batch_size=100)
model = nn.Sequential(
    nn.Conv2d(1, 12, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(12, 24, 3, padding=1), nn.ReLU(), nn.Flatten(), nn.Linear(24 * 36, 6),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)

for epoch in range(4):
    model.train()
    for i, (x, y) in enumerate(train_loader):
        (criterion(model(x), y) / ACCUM).backward()
        if (i + 1) % ACCUM == 0 or i + 1 == len(train_loader):
            optimizer.step()
            optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        acc = torch.cat([model(x).argmax(1) == y for x, y in val_loader]).float().mean().item()
    print(f"epoch {epoch + 1}: val accuracy {acc:.3f}")
