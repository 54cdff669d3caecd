"""1-d conv classifier trained with small micro-batches."""
import math
import torch
from torch import nn

torch.manual_seed(2)
MICRO, ACCUM, EPOCHS = 16, 4, 8


def bursts(n, length=64):
    y = torch.randint(0, 4, (n,))
    t = torch.linspace(0, 1, length)
    freq = torch.tensor([3.0, 5.0, 8.0, 12.0])[y].unsqueeze(1)
    env = torch.exp(-((t - 0.2 - 0.6 * torch.rand(n, 1)) / 0.15) ** 2)
    x = env * torch.sin(2 * math.pi * freq * t + 6.28 * torch.rand(n, 1))
    return (x + 0.15 * torch.randn(n, length)).unsqueeze(1), y


net = nn.Sequential(
    nn.Conv1d(1, 16, 9, padding=4), nn.GroupNorm(4, 16), nn.ReLU(), nn.MaxPool1d(2),
    nn.Conv1d(16, 24, 7, padding=3), nn.GroupNorm(4, 24), nn.ReLU(), nn.AdaptiveMaxPool1d(1),
    nn.Flatten(), nn.Linear(24, 4))
optimizer = torch.optim.AdamW(net.parameters(), lr=4e-3)
criterion = nn.CrossEntropyLoss()
x_train, y_train = bursts(1600)
x_val, y_val = bursts(400)

optimizer.zero_grad()
for epoch in range(EPOCHS):
    net.train()
    seen = 0.0
    batches = torch.randperm(len(x_train)).split(MICRO)
    for i, idx in enumerate(batches):
        loss = criterion(net(x_train[idx]), y_train[idx]) / ACCUM
        loss.backward()
        seen += loss.item() * ACCUM
        if (i + 1) % ACCUM == 0:
            optimizer.step()
            optimizer.zero_grad()
    net.eval()
    with torch.no_grad():
        acc = (net(x_val).argmax(1) == y_val).float().mean().item()
    print(f"epoch {epoch + 1} loss {seen / len(batches):.4f} val acc {acc:.3f}")
