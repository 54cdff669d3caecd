import torch


class Engine:
    """Runs epochs over a loader and keeps a history."""

    def __init__(self, model, criterion, optimizer, scheduler=None):
        self.model, self.criterion = model, criterion
        self.optimizer, self.scheduler = optimizer, scheduler
        self.history = []

    def train_one_epoch(self, loader):
        self.model.train()
        total = 0.0
        for images, targets in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(images), targets)
            loss.backward()
            self.optimizer.step()
            total += loss.item() * len(targets)
        if self.scheduler is not None:
            self.scheduler.step()
        return total / len(loader.dataset)

    def validate(self, loader):
        self.model.eval()
        correct = 0
        with torch.no_grad():
            for images, targets in loader:
                correct += (self.model(images).argmax(dim=1) == targets).sum().item()
        return correct / len(loader.dataset)

    def fit(self, train_loader, val_loader, epochs):
        for epoch in range(epochs):
            loss = self.train_one_epoch(train_loader)
            acc = self.validate(val_loader)
            self.history.append((loss, acc))
            print(f"epoch {epoch + 1}/{epochs} train_loss={loss:.4f} val_acc={acc:.4f}")
