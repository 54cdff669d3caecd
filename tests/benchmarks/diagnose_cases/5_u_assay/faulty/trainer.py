import copy

import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, lr, max_epochs, patience):
        self.model = model
        self.max_epochs = max_epochs
        self.patience = patience
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)

    @torch.no_grad()
    def loss_on(self, loader):
        self.model.eval()
        total, n = 0.0, 0
        for x, y in loader:
            total += F.cross_entropy(self.model(x), y, reduction="sum").item()
            n += len(x)
        return total / n

    @torch.no_grad()
    def accuracy(self, loader):
        self.model.eval()
        hits = sum((self.model(x).argmax(1) == y).sum().item() for x, y in loader)
        return hits / len(loader.dataset)

    def fit(self, train_loader, val_loader=None):
        best, best_state, bad = float("inf"), None, 0
        for epoch in range(self.max_epochs):
            self.model.train()
            total, n = 0.0, 0
            for x, y in train_loader:
                loss = F.cross_entropy(self.model(x), y)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
                total += loss.item() * len(x)
                n += len(x)
            msg = f"epoch {epoch} train {total / n:.4f}"
            if val_loader is not None:
                val = self.loss_on(val_loader)
                msg += f" val {val:.4f}"
                if val < best:
                    best, bad = val, 0
                    best_state = copy.deepcopy(self.model.state_dict())
                else:
                    bad += 1
            if epoch % 10 == 0:
                print(msg)
            if bad > self.patience:
                print(f"stopped at epoch {epoch}, best val {best:.4f}")
                break
        if best_state is not None:
            self.model.load_state_dict(best_state)
