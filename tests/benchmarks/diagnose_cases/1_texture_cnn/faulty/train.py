import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(50)


def stripes(n):
    yy, xx = torch.meshgrid(torch.arange(16.), torch.arange(16.), indexing="ij")
    y = torch.randint(0, 4, (n,))
    ang = y * math.pi / 4
    phase = torch.rand(n) * 2 * math.pi
    proj = ang.cos()[:, None, None] * xx + ang.sin()[:, None, None] * yy
    img = torch.sin(proj * 2 * math.pi / 4.5 + phase[:, None, None])
    return (img + 0.3 * torch.randn_like(img)).unsqueeze(1), y


KERNEL = 1

net = nn.Sequential(
    nn.Conv2d(1, 12, KERNEL, padding=KERNEL // 2),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(12, 24, KERNEL, padding=KERNEL // 2),
    nn.ReLU(),
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Linear(24, 4),
)
train_dl = DataLoader(TensorDataset(*stripes(1500)), batch_size=32, shuffle=True)
xt, yt = stripes(400)
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
ce = nn.CrossEntropyLoss()

for epoch in range(6):
    net.train()
    tot = 0.0
    for x, y in train_dl:
        opt.zero_grad()
        loss = ce(net(x), y)
        loss.backward()
        opt.step()
        tot += loss.item()
    net.eval()
    with torch.no_grad():
        out = net(xt)
    print(f"epoch {epoch + 1} train_loss {tot / len(train_dl):.4f} test_loss {ce(out, yt).item():.4f} test_acc {(out.argmax(1) == yt).float().mean().item():.3f}")
