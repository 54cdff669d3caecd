"""Small-memory training: micro batches of 8, one optimizer update per 8 of them."""
import torch
import torch.nn as nn

torch.manual_seed(16)
MICRO, ACCUM = 8, 8


def toy_images(n):
    """3 classes of 12x12 images: horizontal, vertical or diagonal line somewhere"""
    x = 0.3 * torch.randn(n, 1, 12, 12)
    y = torch.randint(0, 3, (n,))
    for i in range(n):
        k = int(torch.randint(2, 10, (1,)))
        if y[i] == 0:
            x[i, 0, k, :] += 1
        elif y[i] == 1:
            x[i, 0, :, k] += 1
        else:
            x[i, 0] += torch.diag(torch.ones(12 - abs(k - 5)), k - 5)
    return x, y


net = nn.Sequential(
    nn.Conv2d(1, 12, 3, padding=1), nn.GroupNorm(3, 12), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(12, 24, 3, padding=1), nn.GroupNorm(4, 24), nn.ReLU(),
    nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(24, 3),
)
opt = torch.optim.SGD(net.parameters(), lr=0.08, momentum=0.9)
x, y = toy_images(1536)
xt, yt = toy_images(500)

opt.zero_grad()
for epoch in range(8):
    total = 0.0
    for step, idx in enumerate(torch.randperm(len(x)).split(MICRO)):
        loss = nn.functional.cross_entropy(net(x[idx]), y[idx]) / ACCUM
        loss.backward()
        total += loss.item() * ACCUM
        if (step + 1) % ACCUM == 0:
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            opt.step()
            opt.zero_grad()
    with torch.no_grad():
        acc = (net(xt).argmax(1) == yt).float().mean().item()
    print(f"epoch {epoch} loss {total / (step + 1):.4f} acc {acc:.3f}")
