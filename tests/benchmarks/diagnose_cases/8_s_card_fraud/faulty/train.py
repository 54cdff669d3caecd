"""Score card transactions; ranking quality is measured by ROC AUC."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from network import FraudNet


def transactions(n, seed):
    rng = np.random.default_rng(seed)
    log_amount = rng.normal(3.5, 1.1, n)
    hour = rng.uniform(0, 24, n)
    distance = rng.exponential(1.0, n)
    velocity = rng.poisson(2.0, n).astype(float)
    card_age = rng.uniform(0, 10, n)
    other = rng.normal(size=(n, 6))
    night = np.cos(2 * np.pi * (hour - 3) / 24)
    far = np.tanh(distance - 1.0)
    unusual = np.abs(log_amount - 3.5) - 0.9
    logit = -1.2 + 3.0 * night * far + 2.2 * unusual + 1.5 * (card_age - 5) / 3 * np.sign(velocity - 2.5)
    y = rng.uniform(size=n) < 1 / (1 + np.exp(-2 * logit))
    x = np.column_stack([log_amount, np.sin(2 * np.pi * hour / 24), np.cos(2 * np.pi * hour / 24),
                         distance, velocity, card_age, other])
    return x.astype(np.float32), y.astype(np.float32)


def roc_auc(score, label):
    rank = np.empty(len(score))
    rank[np.argsort(score)] = np.arange(1, len(score) + 1)
    pos = label == 1
    return (rank[pos].sum() - pos.sum() * (pos.sum() + 1) / 2) / (pos.sum() * (~pos).sum())


class Trainer:
    def __init__(self, model, train_set, valid_set):
        self.model = model
        self.train_loader = DataLoader(train_set, batch_size=128, shuffle=True)
        self.valid_loader = DataLoader(valid_set, batch_size=1024)
        self.opt = torch.optim.Adam(model.parameters(), lr=2e-3)
        self.loss = nn.BCEWithLogitsLoss()

    def train_epoch(self):
        self.model.train()
        total = 0.0
        for x, y in self.train_loader:
            self.opt.zero_grad(set_to_none=True)
            loss = self.loss(self.model(x), y)
            loss.backward()
            self.opt.step()
            total += loss.item() * len(x)
        return total / len(self.train_loader.dataset)

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        pairs = [(self.model(x), y) for x, y in self.valid_loader]
        score = torch.cat([p for p, _ in pairs]).numpy()
        label = torch.cat([t for _, t in pairs]).numpy()
        return roc_auc(score, label)

    def run(self, epochs):
        for epoch in range(epochs):
            loss = self.train_epoch()
            print(f"epoch={epoch:02d} loss={loss:.4f} valid_auc={self.validate():.4f}")


if __name__ == "__main__":
    torch.manual_seed(1)
    x, y = transactions(10000, seed=1)
    x = (x - x[:8000].mean(0)) / x[:8000].std(0)
    data = TensorDataset(torch.from_numpy(x), torch.from_numpy(y))
    train_set, valid_set = random_split(data, [8000, 2000])
    Trainer(FraudNet(x.shape[1]), train_set, valid_set).run(epochs=15)
