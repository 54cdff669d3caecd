import torch


class Trainer:
    """Runs a module's steps; knows about accumulation and clipping, and nothing about leaves."""

    def __init__(self, max_epochs=20, accumulate=4, clip=1.0):
        self.max_epochs = max_epochs
        self.accumulate = accumulate
        self.clip = clip
        self.history = []

    def fit(self, module, train_loader, val_loader=None):
        optimizer = module.configure_optimizers()
        for epoch in range(self.max_epochs):
            entry = {"epoch": epoch, "train_loss": self._train(module, train_loader, optimizer)}
            if val_loader is not None:
                entry["val_accuracy"] = self.validate(module, val_loader)
            self.history.append(entry)
        return module

    def _train(self, module, loader, optimizer):
        module.train()
        total = 0.0
        for index, batch in enumerate(loader):
            loss = module.training_step(batch, index)
            (loss / self.accumulate).backward()
            if (index + 1) % self.accumulate == 0 or index + 1 == len(loader):
                torch.nn.utils.clip_grad_norm_(module.parameters(), self.clip)
                optimizer.zero_grad()
                optimizer.step()
            total += loss.item()
        return total / len(loader)

    @torch.no_grad()
    def validate(self, module, loader):
        module.eval()
        scores = [module.validation_step(batch, index) for index, batch in enumerate(loader)]
        return torch.stack(scores).mean().item()
