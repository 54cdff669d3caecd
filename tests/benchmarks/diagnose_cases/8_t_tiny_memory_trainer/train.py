"""Train a small conv net with micro-batches of 5 images (the card has little memory)."""
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.f = nn.Sequential(
            nn.Conv2d(1, 12, 3, padding=1), nn.GroupNorm(3, 12), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(12, 24, 3, padding=1), nn.GroupNorm(4, 24), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.head = nn.Linear(96, classes)

    def forward(self, x):
        return self.head(self.f(x))


def textures(n, side=14):
    y = torch.randint(0, 4, (n,))
    yy, xx = torch.meshgrid(torch.arange(side).float(), torch.arange(side).float(), indexing="ij")
    angle = y.float().view(-1, 1, 1) * 3.1416 / 4 + 0.15 * torch.randn(n, 1, 1)
    wave = torch.sin(1.3 * (angle.cos() * xx + angle.sin() * yy) + 6.28 * torch.rand(n, 1, 1))
    return (wave + 0.5 * torch.randn(n, side, side)).unsqueeze(1), y


MICRO, ACCUM = 5, 8

torch.manual_seed(33)
x, y = textures(1200)
x_test, y_test = textures(400)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
criterion = nn.CrossEntropyLoss(reduction="sum")

opt.zero_grad()
for epoch in range(8):
    net.train()
    total = 0.0
    order = torch.randperm(len(x))
    for i, idx in enumerate(order.split(MICRO)):
        loss = criterion(net(x[idx]), y[idx]) / (MICRO * ACCUM)
        loss.backward()
        total += loss.item() * MICRO * ACCUM
        if (i + 1) % ACCUM == 0:
            opt.step()
            opt.zero_grad()
    net.eval()
    with torch.no_grad():
        acc = (net(x_test).argmax(1) == y_test).float().mean().item()
    print(f"epoch {epoch + 1}  loss {total / len(x):.3f}  test acc {acc:.3f}")
