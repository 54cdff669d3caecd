import logging
import numpy as np
import torch
from torch import nn
from torch.optim.lr_scheduler import ExponentialLR
from torch.utils.data import DataLoader, TensorDataset

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("kws")

CONFIG = {"seed": 31, "epochs": 14, "batch_size": 32, "lr": 2e-3, "gamma": 0.9, "n_train": 1600, "n_test": 400}
WORDS = ["yes", "no", "up", "down", "stop"]


def synth(n, rng):
    t = np.arange(128) / 128.0
    x = np.zeros((n, 1, 128), dtype=np.float32)
    y = rng.integers(0, len(WORDS), n)
    for i in range(n):
        f0 = 6 + 3 * y[i] + rng.normal(0, 0.5)
        chirp = (-1) ** y[i] * 4
        start = rng.uniform(0, 0.4)
        env = np.exp(-((t - start - 0.3) / 0.15) ** 2)
        x[i, 0] = env * np.sin(2 * np.pi * (f0 * t + chirp * t ** 2) + rng.uniform(0, 6.28)) + 0.4 * rng.normal(size=128)
    return TensorDataset(torch.from_numpy(x), torch.from_numpy(y))


class KeywordNet(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 9, stride=2, padding=4), nn.ReLU(),
            nn.Conv1d(16, 32, 7, stride=2, padding=3), nn.ReLU(),
            nn.Conv1d(32, 32, 5, stride=2, padding=2), nn.ReLU(),
        )
        self.pool = nn.AdaptiveMaxPool1d(1)
        self.fc = nn.Linear(32, n_classes)

    def forward(self, x):
        return self.fc(self.pool(self.features(x)).flatten(1))


def test_accuracy(net, loader):
    net.eval()
    with torch.no_grad():
        ok = sum((net(x).argmax(1) == y).sum().item() for x, y in loader)
    net.train()
    return ok / len(loader.dataset)


def main(cfg):
    torch.manual_seed(cfg["seed"])
    rng = np.random.default_rng(cfg["seed"])
    train_dl = DataLoader(synth(cfg["n_train"], rng), batch_size=cfg["batch_size"], shuffle=True)
    test_dl = DataLoader(synth(cfg["n_test"], rng), batch_size=200)
    net = KeywordNet(len(WORDS))
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=cfg["lr"])
    scheduler = ExponentialLR(optimizer, gamma=cfg["gamma"])
    for epoch in range(cfg["epochs"]):
        losses = []
        for x, y in train_dl:
            optimizer.zero_grad()
            loss = loss_fn(net(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step()
            losses.append(loss.item())
        log.info("epoch %d  train loss %.4f  test acc %.4f", epoch + 1, np.mean(losses), test_accuracy(net, test_dl))


main(CONFIG)
