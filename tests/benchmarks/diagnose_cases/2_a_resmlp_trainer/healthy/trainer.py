import torch


class Trainer:
    def __init__(self, model, optimizer, scheduler, criterion, max_grad_norm=1.0):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler
        self.criterion = criterion
        self.max_grad_norm = max_grad_norm
        self.history = {"train": [], "val": []}

    def train_epoch(self, loader):
        self.model.train()
        running, seen = 0.0, 0
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.max_grad_norm)
            self.optimizer.step()
            running += loss.item() * x.size(0)
            seen += x.size(0)
        self.scheduler.step()
        return running / seen

    @torch.no_grad()
    def validate(self, loader):
        self.model.eval()
        running, seen = 0.0, 0
        for x, y in loader:
            running += self.criterion(self.model(x), y).item() * x.size(0)
            seen += x.size(0)
        return running / seen

    def fit(self, train_loader, val_loader, epochs):
        for epoch in range(epochs):
            self.history["train"].append(self.train_epoch(train_loader))
            self.history["val"].append(self.validate(val_loader))
            print(f"epoch {epoch + 1:3d}  train {self.history['train'][-1]:.4f}  val {self.history['val'][-1]:.4f}")
        return self.history
