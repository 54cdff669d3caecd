"""A body learns on one task, is frozen, and a new head learns another with few examples."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def patches(count, kinds):
    """Oriented gratings; what is asked is their direction, in finer or coarser steps."""
    labels = torch.randint(0, kinds, (count,))
    angle = 3.1416 * (labels + 0.15 * torch.randn(count)) / kinds
    ys, xs = torch.meshgrid(torch.arange(8.0), torch.arange(8.0), indexing="ij")
    along = xs * torch.cos(angle)[:, None, None] + ys * torch.sin(angle)[:, None, None]
    images = torch.sin(1.6 * along + 6.2832 * torch.rand(count, 1, 1))
    return (images + 0.4 * torch.randn(count, 8, 8)).unsqueeze(1), labels


class Body(nn.Sequential):
    def __init__(self):
        super().__init__(
            nn.Conv2d(1, 12, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(12, 24, 3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
            nn.Flatten(),
        )


def fit(model, loader, optimizer, epochs):
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        for images, labels in loader:
            optimizer.zero_grad()
            loss = loss_fn(model(images), labels)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.3f}")


def main():
    torch.manual_seed(9)
    body = Body()
    first = nn.Sequential(body, nn.Linear(96, 8))
    data = DataLoader(TensorDataset(*patches(1400, 8)), batch_size=32, shuffle=True)
    fit(first, data, torch.optim.Adam(first.parameters(), lr=3e-3), epochs=7)

    for parameter in body.parameters():
        parameter.requires_grad = False
    model = nn.Sequential(body, nn.Linear(96, 5))
    few = DataLoader(TensorDataset(*patches(300, 5)), batch_size=20, shuffle=True)
    trainable = [p for p in model.parameters() if p.requires_grad]
    fit(model, few, torch.optim.Adam(trainable, lr=5e-3), epochs=12)

    model.eval()
    images, labels = patches(500, 5)
    with torch.no_grad():
        accuracy = (model(images).argmax(dim=1) == labels).float().mean().item()
    print(f"quality: {accuracy:.4f}")


if __name__ == "__main__":
    main()
