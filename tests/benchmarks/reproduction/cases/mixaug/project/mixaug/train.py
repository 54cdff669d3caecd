import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from mixaug.seeding import seed_everything
from mixaug.transforms import Compose, RandomFlip, RandomShift


class Stripes(Dataset):
    """Images with stripes, upright or not."""

    def __init__(self, count=128, transform=None):
        self.images = torch.randn(count, 1, 12, 12)
        self.labels = torch.arange(count) % 2
        self.images[self.labels == 0, :, ::3] += 1.5
        self.images[self.labels == 1, :, :, ::3] += 1.5
        self.transform = transform

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index]
        return (self.transform(image) if self.transform else image), self.labels[index]


def run(seed=0, epochs=2, augment=True, lr=0.01):
    """Returns the loss of every step."""
    seed_everything(seed)
    transform = Compose(RandomFlip(), RandomShift()) if augment else None
    loader = DataLoader(Stripes(transform=transform), batch_size=32, shuffle=True)
    model = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(800, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(epochs):
        for images, labels in loader:
            loss = nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-augment", dest="augment", action="store_false")
    options = parser.parse_args()
    print(run(options.seed, augment=options.augment))
