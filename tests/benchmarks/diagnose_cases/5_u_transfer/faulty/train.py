# pretrain a small convnet on one shape problem, then reuse its features for a second one
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
np.random.seed(0)


def bars(n, n_classes, noise=0.3):
    """16x16 images with one bright stripe pattern, the class is the angle."""
    yy, xx = np.mgrid[0:16, 0:16] / 16.0
    y = np.random.randint(0, n_classes, n)
    ang = y * np.pi / n_classes
    phase = np.random.rand(n) * 2 * np.pi
    arg = np.cos(ang)[:, None, None] * xx + np.sin(ang)[:, None, None] * yy
    img = np.sin(2 * np.pi * 3 * arg + phase[:, None, None])
    img += noise * np.random.randn(n, 16, 16)
    return torch.tensor(img[:, None], dtype=torch.float32), torch.tensor(y)


class Net(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 5, padding=2), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        )
        self.fc = nn.Linear(32, n_classes)

    def forward(self, x):
        return self.fc(self.features(x))


def run_epoch(model, x, y, optimizer, bs=50):
    order = torch.randperm(len(x))
    losses = []
    for i in range(0, len(x), bs):
        idx = order[i:i + bs]
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x[idx]), y[idx])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


# stage 1: eight angles
model = Net(8)
x, y = bars(1500, 8)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
for epoch in range(6):
    model.train()
    loss = run_epoch(model, x, y, opt)
    print("pretrain", epoch, round(loss, 4))

# stage 2: five angles, few examples, only the classifier is new
for p in model.features.parameters():
    p.requires_grad = False
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
model.fc = nn.Linear(32, 5)
x, y = bars(300, 5)
xt, yt = bars(1000, 5)
for epoch in range(30):
    model.train()
    model.features.eval()
    loss = run_epoch(model, x, y, opt)
    if epoch % 5 == 4:
        print("finetune", epoch, round(loss, 4), "acc", round(accuracy(model, xt, yt), 3))
print("final accuracy on the new task:", round(accuracy(model, xt, yt), 3))
