import torch
from torch import nn


class Trainer:
    """Trains a keyword model; the learning rate is halved every `decay_every` epochs."""

    def __init__(self, model, lr=0.1, momentum=0.9, decay_every=2, log=print):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, decay_every, gamma=0.5)
        self.epoch = 0
        self.log = log

    def fit(self, loader, epochs):
        """Goes on until `epochs` epochs are done in all; the loss of each."""
        history = []
        while self.epoch < epochs:
            history.append(self._train_epoch(loader))
            self.scheduler.step()
            self.epoch += 1
            rate = self.optimizer.param_groups[0]["lr"]
            self.log(f"epoch {self.epoch}: loss {history[-1]:.4f}, lr {rate:g}")
        return history

    def _train_epoch(self, loader):
        self.model.train()
        total = 0.0
        for features, labels in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(features), labels)
            loss.backward()
            self.optimizer.step()
            total += loss.item() * len(labels)
        return total / len(loader.dataset)

    @torch.no_grad()
    def accuracy(self, loader):
        self.model.eval()
        right = sum((self.model(x).argmax(dim=-1) == y).sum().item() for x, y in loader)
        return right / len(loader.dataset)

    def save_checkpoint(self, path):
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "epoch": self.epoch,
        }
        torch.save(state, path)

    def load_checkpoint(self, path):
        state = torch.load(path, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.epoch = state["epoch"]
