from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    classes: int = 10
    batch_size: int = 64
    epochs: int = 50
    learning_rate: float = 1e-3
    validation_share: float = 0.2


def load_data(config: Config):
    data = np.load("cifar10.npz")
    x = torch.from_numpy(data["x_train"]).permute(0, 3, 1, 2).float() / 255
    y = torch.from_numpy(data["y_train"]).squeeze(1).long()
    x_test = torch.from_numpy(data["x_test"]).permute(0, 3, 1, 2).float() / 255
    y_test = torch.from_numpy(data["y_test"]).squeeze(1).long()
    x_train, x_val, y_train, y_val = train_test_split(
        x, y, test_size=config.validation_share, random_state=0
    )
    return (
        DataLoader(TensorDataset(x_train, y_train), config.batch_size, shuffle=True),
        DataLoader(TensorDataset(x_val, y_val), config.batch_size),
        DataLoader(TensorDataset(x_test, y_test), config.batch_size),
    )


class ImageClassifier(nn.Module):
    def __init__(self, classes: int):
        super().__init__()
        blocks, before = [], 3
        for filters in (32, 64, 128):
            blocks += [nn.Conv2d(before, filters, 3), nn.ReLU(), nn.MaxPool2d(2)]
            before = filters
        self.features = nn.Sequential(*blocks)
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(512, 256),
            nn.ReLU(),
            nn.Linear(256, 128),
            nn.ReLU(),
            nn.Linear(128, classes),
        )

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.head(self.features(images))


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> tuple[float, float]:
    model.eval()
    losses, hits = 0.0, 0
    for images, labels in loader:
        logits = model(images)
        losses += F.cross_entropy(logits, labels, reduction="sum").item()
        hits += (logits.argmax(dim=-1) == labels).sum().item()
    return losses / len(loader.dataset), hits / len(loader.dataset)


def train(config: Config) -> None:
    train_loader, val_loader, test_loader = load_data(config)
    model = ImageClassifier(config.classes)
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    for epoch in range(config.epochs):
        model.train()
        for images, labels in train_loader:
            loss = F.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        val_loss, val_accuracy = evaluate(model, val_loader)
        print(f"[{epoch}] val_loss={val_loss:.3f} val_accuracy={val_accuracy:.3f}")
    test_loss, test_accuracy = evaluate(model, test_loader)
    print(f"test_loss={test_loss:.3f} test_accuracy={test_accuracy:.3f}")


if __name__ == "__main__":
    train(Config())
