import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

import signals


class FrameTransformer(nn.Module):
    """Classifies a sequence of spectral frames."""

    def __init__(self, bins, frames, n_classes, dim=32, heads=4, layers=2):
        super().__init__()
        self.embed = nn.Linear(bins, dim)
        block = nn.TransformerEncoderLayer(dim, heads, dim_feedforward=64, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(block, layers)
        self.head = nn.Linear(dim, n_classes)

    def forward(self, x):
        h = self.embed(x)
        return self.head(self.encoder(h).mean(dim=1))


def evaluate(model, loader):
    model.eval()
    n = len(signals.NAMES)
    confusion = torch.zeros(n, n, dtype=torch.long)
    with torch.no_grad():
        for x, y in loader:
            for t, p in zip(y, model(x).argmax(1)):
                confusion[t, p] += 1
    return confusion


def main():
    torch.manual_seed(31)
    rng = np.random.default_rng(31)
    sets = [TensorDataset(*map(torch.from_numpy, signals.make(n, rng))) for n in (1600, 400)]
    train, test = DataLoader(sets[0], batch_size=50, shuffle=True), DataLoader(sets[1], batch_size=200)

    model = FrameTransformer(signals.BINS, signals.FRAMES, len(signals.NAMES))
    opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
    ce = nn.CrossEntropyLoss()
    for epoch in range(8):
        model.train()
        mean = 0.0
        for x, y in train:
            opt.zero_grad()
            loss = ce(model(x), y)
            loss.backward()
            opt.step()
            mean += loss.item() / len(train)
        c = evaluate(model, test)
        print(f"epoch {epoch + 1}  loss {mean:.3f}  test accuracy {c.diag().sum().item() / c.sum().item():.3f}")
    print("confusion", c.tolist())


if __name__ == "__main__":
    main()
