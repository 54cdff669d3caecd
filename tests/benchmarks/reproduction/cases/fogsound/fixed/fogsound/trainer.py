import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

from fogsound.clips import CLASSES, SAMPLES
from fogsound.options import Options


def build_model(hidden=64):
    return nn.Sequential(nn.Linear(SAMPLES, hidden), nn.ReLU(), nn.Linear(hidden, CLASSES))


class Trainer:
    def __init__(self, model, options=None):
        self.model = model
        self.options = options or Options()
        self.optimizer = torch.optim.SGD(
            model.parameters(), lr=self.options.lr, momentum=self.options.momentum
        )
        self.history = []

    def fit(self, dataset):
        generator = torch.Generator().manual_seed(self.options.seed)
        loader = DataLoader(dataset, self.options.batch_size, shuffle=True, generator=generator)
        for epoch in range(self.options.epochs):
            self.history.append(self.run_epoch(loader))
            print(f"epoch {epoch:2d}  loss {self.history[-1]:.4f}")
        return self.history

    def run_epoch(self, loader):
        self.model.train()
        self.optimizer.zero_grad()
        total, seen = 0.0, 0
        for number, (clips, labels) in enumerate(loader, start=1):
            loss = F.cross_entropy(self.model(clips), labels)
            (loss / self.options.accumulate).backward()
            if number % self.options.accumulate == 0 or number == len(loader):
                self.optimizer.step()
                self.optimizer.zero_grad()
            total += loss.item() * len(labels)
            seen += len(labels)
        return total / seen
