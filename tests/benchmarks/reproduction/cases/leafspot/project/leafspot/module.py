import torch
from torch import nn
from torch.nn import functional as F


class SpotNet(nn.Module):
    """A small convolutional network for photographs of leaves."""

    def __init__(self, classes=4, width=16):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, width, 3, stride=2, padding=1), nn.ReLU())
        self.body = nn.Sequential(nn.Conv2d(width, 2 * width, 3, stride=2, padding=1), nn.ReLU())
        self.head = nn.Linear(2 * width, classes)

    def forward(self, images):
        return self.head(self.body(self.stem(images)).mean(dim=(2, 3)))


class LeafModule(nn.Module):
    """What is trained and how: the trainer asks this for everything else."""

    def __init__(self, classes=4, width=16, lr=3e-4, weight_decay=1e-4):
        super().__init__()
        self.net = SpotNet(classes, width)
        self.lr = lr
        self.weight_decay = weight_decay

    def forward(self, images):
        return self.net(images)

    def training_step(self, batch, batch_index):
        images, labels = batch
        return F.cross_entropy(self(images), labels)

    def validation_step(self, batch, batch_index):
        images, labels = batch
        return (self(images).argmax(dim=1) == labels).float().mean()

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.lr, weight_decay=self.weight_decay)
