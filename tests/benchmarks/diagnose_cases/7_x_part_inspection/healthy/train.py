from dataclasses import dataclass

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from net import PartNet
from parts import SHAPES, load_parts


@dataclass
class Config:
    n_train: int = 3000
    n_test: int = 800
    batch_size: int = 64
    lr: float = 0.02
    momentum: float = 0.8
    epochs: int = 14
    seed: int = 3


def evaluate(model, loader):
    model.eval()
    hits = total = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
            total += len(y)
    return hits / total


def fit(cfg: Config):
    torch.manual_seed(cfg.seed)
    train_dl = DataLoader(TensorDataset(*load_parts(cfg.n_train, cfg.seed)), cfg.batch_size, shuffle=True)
    test_dl = DataLoader(TensorDataset(*load_parts(cfg.n_test, cfg.seed + 1000)), 256)
    model = PartNet(len(SHAPES))
    opt = torch.optim.SGD(model.parameters(), lr=cfg.lr, momentum=cfg.momentum)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        seen = loss_sum = 0
        for x, y in train_dl:
            opt.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            opt.step()
            loss_sum += loss.item() * len(y)
            seen += len(y)
        print(f"[{epoch}/{cfg.epochs}] loss {loss_sum / seen:.4f} | test accuracy {evaluate(model, test_dl):.3f}")
    return model


if __name__ == "__main__":
    fit(Config())
