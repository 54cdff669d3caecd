import torch


class Trainer:
    def __init__(self, model, optimizer, scheduler, criterion):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler
        self.criterion = criterion

    def _train_epoch(self, loader):
        self.model.train()
        running = 0.0
        for inputs, targets in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(inputs), targets)
            loss.backward()
            self.optimizer.step()
            self.scheduler.step()
            running += loss.item() * len(targets)
        return running / len(loader.dataset)

    @torch.no_grad()
    def _validate(self, loader):
        self.model.eval()
        correct = 0
        for inputs, targets in loader:
            correct += (self.model(inputs).argmax(1) == targets).sum().item()
        return correct / len(loader.dataset)

    def fit(self, train_loader, val_loader, epochs):
        for epoch in range(1, epochs + 1):
            loss = self._train_epoch(train_loader)
            acc = self._validate(val_loader)
            print(f"[{epoch:02d}/{epochs}] loss={loss:.4f} val_acc={acc:.3f}")
