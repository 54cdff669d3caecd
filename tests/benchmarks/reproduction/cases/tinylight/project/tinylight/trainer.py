import torch
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, epochs=5, batch_size=32, seed=None):
        self.epochs = epochs
        self.batch_size = batch_size
        self.seed = seed
        self.losses = []

    def fit(self, module, data):
        if self.seed is not None:
            torch.manual_seed(self.seed)
        optimizer = module.configure_optimizer()
        module.setup(data)
        loader = DataLoader(data, batch_size=self.batch_size, shuffle=True)
        for epoch in range(self.epochs):
            loss = self._epoch(module, loader, optimizer)
            self.losses.append(loss)
            module.on_epoch_end(epoch, loss)
        return module

    def _epoch(self, module, loader, optimizer):
        module.train()
        total = 0.0
        for batch in loader:
            loss = module.training_step(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(batch[0])
        return total / len(loader.dataset)
