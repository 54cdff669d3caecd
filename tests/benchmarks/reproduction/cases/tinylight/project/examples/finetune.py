"""A frozen backbone and a new head for the classes of the data."""

import sys
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import TensorDataset

sys.path.insert(0, str(Path(__file__).parents[1]))

from tinylight import Module, Trainer


class FineTuned(Module):
    def __init__(self, inputs=16, hidden=64, lr=0.05):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU()).requires_grad_(False)
        self.head = nn.Linear(hidden, 2)
        self.lr = lr

    def setup(self, data):
        classes = int(data.tensors[1].max()) + 1
        self.head = nn.Linear(self.head.in_features, classes)

    def configure_optimizer(self):
        return torch.optim.Adam((p for p in self.parameters() if p.requires_grad), lr=self.lr)

    def training_step(self, batch):
        x, y = batch
        return nn.functional.cross_entropy(self.head(self.backbone(x)), y)

    def on_epoch_end(self, epoch, loss):
        print(f"epoch {epoch}: {loss:.4f}")


def make_data(count=256, classes=4):
    generator = torch.Generator().manual_seed(0)
    y = torch.randint(0, classes, (count,), generator=generator)
    centres = 2 * torch.randn(classes, 16, generator=generator)
    return TensorDataset(centres[y] + torch.randn(count, 16, generator=generator), y)


if __name__ == "__main__":
    Trainer(epochs=5, seed=0).fit(FineTuned(), make_data())
