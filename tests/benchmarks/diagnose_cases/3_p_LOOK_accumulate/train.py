"""Time series classification with gradient accumulation (small memory budget)."""
import math
import torch
import torch.nn as nn

torch.manual_seed(15)
ACCUM = 8
MICRO = 8


def series(n):
    y = torch.randint(0, 3, (n,))
    t = torch.linspace(0, 1, 40)
    ph = torch.rand(n, 1) * 6.28
    sine = torch.sin(2 * math.pi * 3 * t + ph)
    square = torch.sign(sine)
    saw = 2 * ((3 * t + ph) % 1) - 1
    x = torch.stack([sine, square, saw], 1)[torch.arange(n), y]
    return x + 0.25 * torch.randn(n, 40), y


x, y = series(1500)
xt, yt = series(400)
model = nn.Sequential(
    nn.Unflatten(1, (1, 40)),
    nn.Conv1d(1, 16, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
    nn.Conv1d(16, 32, 5, padding=2), nn.ReLU(),
    nn.AdaptiveMaxPool1d(1), nn.Flatten(), nn.Linear(32, 3),
)
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(12):
    opt.zero_grad()
    chunks = torch.randperm(len(x)).split(MICRO)
    total = 0.0
    for i, idx in enumerate(chunks):
        loss = criterion(model(x[idx]), y[idx]) / ACCUM
        loss.backward()
        total += loss.item() * ACCUM
        if (i + 1) % ACCUM == 0 or i + 1 == len(chunks):
            opt.step()
            opt.zero_grad()
    with torch.no_grad():
        acc = (model(xt).argmax(1) == yt).float().mean().item()
    print(f"epoch {epoch + 1}: loss {total / len(chunks):.4f} test acc {acc:.3f}")
