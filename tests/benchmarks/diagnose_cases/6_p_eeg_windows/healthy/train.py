"""Sleep-stage classifier on short multi-channel windows, replayed as a live stream."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from model import BandNet

FS, LENGTH, CHANNELS = 64, 128, 3
STAGES = {"wake": (0.4, 1.4), "light": (0.8, 0.8), "deep": (1.6, 0.3), "rem": (0.3, 0.5)}


def window(stage, rng):
    slow, fast = STAGES[stage]
    t = np.arange(LENGTH) / FS
    x = np.empty((CHANNELS, LENGTH))
    for c in range(CHANNELS):
        x[c] = slow * rng.uniform(0.8, 1.2) * np.sin(2 * np.pi * rng.uniform(1, 3) * t + rng.uniform(0, 6.3))
        x[c] += fast * rng.uniform(0.8, 1.2) * np.sin(2 * np.pi * rng.uniform(9, 12) * t + rng.uniform(0, 6.3))
    return x + 0.3 * rng.standard_normal(x.shape)


def build(n, rng):
    names = list(STAGES)
    y = rng.integers(0, len(names), n)
    x = np.stack([window(names[k], rng) for k in y]).astype(np.float32)
    return TensorDataset(torch.from_numpy(x), torch.from_numpy(y))


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss_fn = nn.CrossEntropyLoss()

    def train_epoch(self, loader):
        self.model.train()
        history = []
        for x, y in loader:
            self.opt.zero_grad()
            out = self.model(x)
            loss = self.loss_fn(out, y)
            loss.backward()
            self.opt.step()
            history.append((loss.item(), (out.argmax(1) == y).float().mean().item()))
        return np.mean(history, axis=0)

    @torch.no_grad()
    def replay(self, dataset):
        """Windows arrive one at a time, as on the device."""
        self.model.eval()
        hits = 0
        for x, y in dataset:
            hits += int(self.model(x.unsqueeze(0)).argmax(1).item() == y.item())
        return hits / len(dataset)


def main():
    rng = np.random.default_rng(71)
    torch.manual_seed(71)
    train, stream = build(1000, rng), build(300, rng)
    trainer = Trainer(BandNet(CHANNELS, len(STAGES)), lr=1e-3)
    loader = DataLoader(train, batch_size=32, shuffle=True)
    for epoch in range(8):
        loss, acc = trainer.train_epoch(loader)
        print(f"epoch {epoch + 1}: loss {loss:.3f}  train acc {acc:.3f}  stream acc {trainer.replay(stream):.3f}")


if __name__ == "__main__":
    main()
