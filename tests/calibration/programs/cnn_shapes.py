"""Drawn shapes under noise: a small convolutional network, trained by a class."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset


@dataclass
class Config:
    lr: float = 0.05
    epochs: int = 8
    batch_size: int = 32
    channels: int = 8
    seed: int = 3


class Shapes(Dataset):
    """Bars, columns, crosses and frames of grey values from 0 to 255."""

    def __init__(self, count):
        self.labels = torch.arange(count) % 4
        images = 60.0 * torch.rand(count, 1, 12, 12)
        for image, label in zip(images, self.labels):
            row, column = torch.randint(1, 7, (2,)).tolist()
            patch = image[0, row : row + 5, column : column + 5]
            self.draw(patch, int(label))
        self.images = (images - 50.0) / 60.0

    @staticmethod
    def draw(patch, label):
        if label in (0, 2):
            patch[2, :] += 150.0
        if label in (1, 2):
            patch[:, 2] += 150.0
        if label == 3:
            patch[0, :] += 110.0
            patch[4, :] += 110.0
            patch[:, 0] += 110.0
            patch[:, 4] += 110.0

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.images[index], self.labels[index]


class ConvNet(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(1, channels, kernel_size=3, padding=1)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, 2 * channels, kernel_size=3, padding=1)
        self.norm2 = nn.BatchNorm2d(2 * channels)
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(2 * channels * 9, 4)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.norm2(self.conv2(x))), 2)
        x = self.dropout(x.flatten(1))
        return self.head(x)


class Trainer:
    def __init__(self, config):
        self.config = config
        self.model = ConvNet(config.channels)
        self.optimizer = torch.optim.SGD(
            self.model.parameters(), lr=config.lr, momentum=0.9, weight_decay=1e-4
        )
        self.loss_fn = nn.CrossEntropyLoss()
        self.train_set, self.test_set = Shapes(960), Shapes(320)

    def fit(self):
        loader = DataLoader(self.train_set, batch_size=self.config.batch_size, shuffle=True)
        for epoch in range(self.config.epochs):
            self.model.train()
            losses = []
            for images, labels in loader:
                loss = self.loss_fn(self.model(images), labels)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                losses.append(loss.item())
            print(f"epoch {epoch} loss {sum(losses) / len(losses):.3f} test {self.test():.3f}")

    def test(self):
        self.model.eval()
        hits = 0
        with torch.no_grad():
            for images, labels in DataLoader(self.test_set, batch_size=64):
                hits += (self.model(images).argmax(1) == labels).sum().item()
        return hits / len(self.test_set)


if __name__ == "__main__":
    config = Config()
    torch.manual_seed(config.seed)
    trainer = Trainer(config)
    trainer.fit()
    print(f"quality: {trainer.test():.4f}")
