"""Small GPU version: micro-batches of 8, weights updated every 8 micro-batches."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

MICRO_BATCH = 8
ACCUM = 8


def rings(n):
    y = torch.randint(0, 3, (n,))
    r = 1.0 + y.float() + 0.15 * torch.randn(n)
    a = torch.rand(n) * 6.2832
    pts = torch.stack([r * a.cos(), r * a.sin()], 1)
    return torch.cat([pts, 0.5 * torch.randn(n, 4)], 1), y


train_loader = DataLoader(TensorDataset(*rings(1920)), batch_size=MICRO_BATCH, shuffle=True)
x_val, y_val = rings(500)

net = nn.Sequential(nn.Linear(6, 64), nn.LeakyReLU(0.1), nn.Linear(64, 64), nn.LeakyReLU(0.1), nn.Linear(64, 3))
optimizer = torch.optim.Adam(net.parameters(), lr=4e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(15):
    net.train()
    running = 0.0
    for i, (x, y) in enumerate(train_loader):
        loss = criterion(net(x), y) / ACCUM
        loss.backward()
        running += loss.item() * ACCUM
        if (i + 1) % ACCUM == 0:
            optimizer.step()
            optimizer.zero_grad()
    net.eval()
    with torch.no_grad():
        out = net(x_val)
    print(f"epoch {epoch} loss {running / len(train_loader):.4f} val loss {criterion(out, y_val):.4f} "
          f"val acc {(out.argmax(1) == y_val).float().mean():.3f}")
