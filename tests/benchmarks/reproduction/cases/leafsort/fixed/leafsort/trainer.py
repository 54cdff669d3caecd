"""Runs epochs, keeps checkpoints, goes on from them."""

import torch


class Trainer:
    def __init__(self, model, lr=0.05, warmup=50):
        self.model = model
        self.epoch = 0
        self.optimizer = model.configure_optimizer(lr)
        self.schedule = None
        if warmup:
            self.schedule = torch.optim.lr_scheduler.LinearLR(
                self.optimizer, start_factor=0.1, total_iters=warmup
            )

    def fit(self, loader, epochs):
        self.model.train()
        last = self.epoch + epochs
        while self.epoch < last:
            for batch in loader:
                loss = self.model.training_step(batch)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                if self.schedule:
                    self.schedule.step()
            self.epoch += 1
        return loss.item()

    def save(self, path):
        kept = {
            "epoch": self.epoch,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        if self.schedule:
            kept["schedule"] = self.schedule.state_dict()
        torch.save(kept, path)

    def resume(self, path):
        kept = torch.load(path)
        self.epoch = kept["epoch"]
        self.model.load_state_dict(kept["model"])
        self.optimizer.load_state_dict(kept["optimizer"])
        schedule = kept.get("schedule")
        if self.schedule and schedule:
            self.schedule.load_state_dict(schedule)
