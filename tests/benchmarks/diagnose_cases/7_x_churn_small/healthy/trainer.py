import copy

import torch
from torch import nn


class Trainer:
    def __init__(self, model, lr=2e-3, epochs=80, patience=12):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss = nn.BCEWithLogitsLoss()
        self.epochs, self.patience = epochs, patience

    def _epoch(self, loader):
        self.model.train()
        total = hits = n = 0
        for x, y in loader:
            out = self.model(x).squeeze(1)
            loss = self.loss(out, y)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            total += loss.item() * len(y)
            hits += ((out > 0) == (y > 0.5)).sum().item()
            n += len(y)
        return total / n, hits / n

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        total = hits = n = 0
        for x, y in loader:
            out = self.model(x).squeeze(1)
            total += self.loss(out, y).item() * len(y)
            hits += ((out > 0) == (y > 0.5)).sum().item()
            n += len(y)
        return total / n, hits / n

    def fit(self, train_loader, val_loader=None):
        best, best_state, waited = float("inf"), None, 0
        for epoch in range(self.epochs):
            line = "epoch {:3d} train loss {:.4f} acc {:.3f}".format(epoch, *self._epoch(train_loader))
            if val_loader is not None:
                val_loss, val_acc = self.evaluate(val_loader)
                line += f" | val loss {val_loss:.4f} acc {val_acc:.3f}"
                if val_loss < best:
                    best, waited = val_loss, 0
                    best_state = copy.deepcopy(self.model.state_dict())
                else:
                    waited += 1
            if epoch % 10 == 0 or waited >= self.patience:
                print(line)
            if waited >= self.patience:
                break
        if best_state is not None:
            self.model.load_state_dict(best_state)
        return self.model
