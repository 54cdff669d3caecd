import torch
from torch import nn

from checkpoints import load_checkpoint, save_checkpoint


def make_data(count=256, seed=0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(count, 10, generator=generator)
    return x, (x[:, 0] * x[:, 1] > 0).long()


class Trainer:
    def __init__(self, lr=0.1, decay_every=5, gamma=0.5, batch_size=64):
        torch.manual_seed(0)
        self.model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9)
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda epoch: gamma ** (epoch // decay_every)
        )
        self.batch_size = batch_size
        self.epoch = 0
        self.learning_rates = []

    def train_until(self, epochs):
        x, y = make_data()
        while self.epoch < epochs:
            self.learning_rates.append(self.optimizer.param_groups[0]["lr"])
            loss = self._train_epoch(x, y)
            self.scheduler.step()
            self.epoch += 1
            print(f"epoch {self.epoch} lr {self.learning_rates[-1]:.4g} loss {loss:.4f}")

    def _train_epoch(self, x, y):
        for part, labels in zip(x.split(self.batch_size), y.split(self.batch_size)):
            loss = nn.functional.cross_entropy(self.model(part), labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()

    def save(self, path):
        save_checkpoint(path, self)

    def resume(self, path):
        load_checkpoint(path, self)
