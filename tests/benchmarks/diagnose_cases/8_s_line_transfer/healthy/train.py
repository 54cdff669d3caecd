"""Acoustic screening: a network trained for line A is adapted to the products of line B."""
import torch
from torch import nn
import torch.nn.functional as F

BINS = 64


class Line:
    def __init__(self, n_classes, seed):
        self.g = torch.Generator().manual_seed(seed)
        self.n_classes = n_classes
        self.peaks = torch.randint(3, BINS - 3, (n_classes, 4), generator=self.g)

    def spectra(self, n):
        y = torch.randint(0, self.n_classes, (n,), generator=self.g)
        centres = self.peaks[y] + torch.randint(-1, 2, (n, 4), generator=self.g)
        bins = torch.arange(BINS).view(1, 1, -1)
        gain = 0.7 + 0.6 * torch.rand(n, 4, 1, generator=self.g)
        x = (gain * torch.exp(-0.5 * ((bins - centres.unsqueeze(-1)) / 1.5) ** 2)).sum(1)
        return x + 0.2 * torch.randn(n, BINS, generator=self.g), y


class SpectrumNet(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(BINS, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.head = nn.Linear(64, n_classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def train(model, optimizer, data, epochs, batch=50):
    x, y = data
    for epoch in range(epochs):
        total = 0.0
        for idx in torch.randperm(len(x)).split(batch):
            loss = F.cross_entropy(model(x[idx]), y[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(idx)
        if (epoch + 1) % 5 == 0:
            print(f"   epoch {epoch + 1:2d} loss {total / len(x):.4f}")


def accuracy(model, data):
    with torch.no_grad():
        return (model(data[0]).argmax(1) == data[1]).float().mean().item()


def main():
    torch.manual_seed(31)
    line_a, line_b = Line(20, seed=310), Line(6, seed=311)

    print("line A")
    model = SpectrumNet(line_a.n_classes)
    train(model, torch.optim.Adam(model.parameters(), lr=2e-3), line_a.spectra(6000), epochs=15)
    print(f"line A accuracy {accuracy(model, line_a.spectra(1000)):.3f}")

    print("line B")
    for p in model.backbone.parameters():
        p.requires_grad = False
    model.head = nn.Linear(64, line_b.n_classes)
    optimizer = torch.optim.Adam(model.head.parameters(), lr=5e-3)
    train(model, optimizer, line_b.spectra(1200), epochs=30)
    print(f"line B accuracy {accuracy(model, line_b.spectra(600)):.3f}")


if __name__ == "__main__":
    main()
