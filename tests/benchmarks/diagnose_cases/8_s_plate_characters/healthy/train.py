"""Recognise single characters cut out of licence-plate photos."""
import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--batch-size", type=int, default=64)
parser.add_argument("--lr", type=float, default=7e-4)
parser.add_argument("--train-size", type=int, default=3200)
parser.add_argument("--classes", type=int, default=24)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()


class PlateCrops(Dataset):
    def __init__(self, n, stencils, generator):
        self.y = torch.randint(0, len(stencils), (n,), generator=generator)
        self.x = torch.zeros(n, 1, 20, 16)
        for i, c in enumerate(self.y.tolist()):
            dy = torch.randint(0, 5, (1,), generator=generator).item()
            dx = torch.randint(0, 5, (1,), generator=generator).item()
            gain = 0.6 + 0.6 * torch.rand(1, generator=generator).item()
            self.x[i, 0, dy:dy + 16, dx:dx + 12] = gain * stencils[c]
        self.x += 0.35 * torch.randn(self.x.shape, generator=generator)
        self.x = (self.x - 0.3) / 0.5

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class CharNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 12, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(12, 24, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        )
        self.classifier = nn.Sequential(
            nn.Flatten(), nn.Linear(24 * 5 * 4, 64), nn.ReLU(), nn.Linear(64, classes)
        )

    def forward(self, x):
        return self.classifier(self.features(x))


def accuracy(model, loader):
    model.eval()
    hits = total = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
            total += len(y)
    return hits / total


torch.manual_seed(args.seed)
g = torch.Generator().manual_seed(args.seed + 100)
stencils = (torch.rand(args.classes, 8, 6, generator=g) > 0.5).float()
stencils = stencils.repeat_interleave(2, 1).repeat_interleave(2, 2)
train_loader = DataLoader(PlateCrops(args.train_size, stencils, g), args.batch_size, shuffle=True)
test_loader = DataLoader(PlateCrops(800, stencils, g), 256)

model = CharNet(args.classes)
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(1, args.epochs + 1):
    model.train()
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)
    print(f"[{epoch}/{args.epochs}] loss {total / args.train_size:.3f} "
          f"test accuracy {accuracy(model, test_loader):.3f}")
print("done")
