"""Segment discs against a textured background with a tiny fully convolutional net."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(33)


class Discs(Dataset):
    def __init__(self, n, size=16):
        yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
        c = torch.rand(n, 2, 1, 1) * size
        r = torch.rand(n, 1, 1) * 3 + 3
        self.mask = ((yy - c[:, 0]) ** 2 + (xx - c[:, 1]) ** 2 < r ** 2).long()
        self.img = (self.mask + 0.5 * torch.randn(n, size, size)).unsqueeze(1)

    def __len__(self):
        return len(self.mask)

    def __getitem__(self, i):
        return self.img[i], self.mask[i]


class FCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(),
            nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(),
            nn.Conv2d(8, 2, 1),
        )

    def forward(self, x):
        return self.body(x)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    correct = total = 0
    for x, y in loader:
        pred = model(x).argmax(dim=1)
        correct = (pred == y).sum().item()
        total += y.numel()
    return correct / total


def train_one_epoch(model, loader, optimizer):
    model.train()
    total = 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


train_loader = DataLoader(Discs(600), batch_size=20, shuffle=True)
test_loader = DataLoader(Discs(200), batch_size=20)
model = FCN()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(1, 9):
    loss = train_one_epoch(model, train_loader, optimizer)
    print(f"epoch {epoch}: loss {loss:.4f}, pixel accuracy {evaluate(model, test_loader):.4f}")
