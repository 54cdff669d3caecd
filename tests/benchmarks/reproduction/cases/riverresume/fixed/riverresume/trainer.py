from pathlib import Path

import torch
from torch.nn import functional as F


class Trainer:
    """Trains up to a number of epochs and writes a checkpoint after each of them."""

    def __init__(self, model, folder, lr=1e-2, gamma=0.9):
        self.model = model
        self.folder = Path(folder)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.scheduler = torch.optim.lr_scheduler.ExponentialLR(self.optimizer, gamma)
        self.first_epoch = 0
        self.history = []

    @property
    def checkpoint(self):
        return self.folder / "last.pt"

    def fit(self, loader, epochs):
        for epoch in range(self.first_epoch, epochs):
            loss = self.run_epoch(loader)
            self.scheduler.step()
            self.history.append({"epoch": epoch, "loss": loss})
            self.save(epoch)
        return self.history

    def run_epoch(self, loader):
        self.model.train()
        losses = []
        for x, y in loader:
            loss = F.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)

    def save(self, epoch):
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "epoch": epoch,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "history": self.history,
        }
        torch.save(state, self.checkpoint)

    def resume(self):
        """Go on where the last checkpoint was written."""
        state = torch.load(self.checkpoint)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scheduler.load_state_dict(state["scheduler"])
        self.history = state["history"]
        self.first_epoch = state["epoch"] + 1
