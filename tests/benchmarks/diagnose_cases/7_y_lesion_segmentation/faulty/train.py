import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from metrics import DiceMeter
from unet import SmallUNet


class SyntheticMRI(Dataset):
    def __init__(self, n, seed, size=32):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[:size, :size]
        self.items = []
        for _ in range(n):
            img = rng.normal(0.3, 0.12, (size, size))
            mask = np.zeros((size, size))
            for _ in range(rng.integers(1, 4)):
                cy, cx = rng.uniform(6, size - 6, 2)
                ry, rx = rng.uniform(2, 5, 2)
                mask[((yy - cy) / ry) ** 2 + ((xx - cx) / rx) ** 2 <= 1] = 1
            img += 0.35 * mask + 0.1 * np.sin(xx / rng.uniform(4, 9))
            self.items.append((torch.tensor(img[None], dtype=torch.float32),
                               torch.tensor(mask[None], dtype=torch.float32)))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Trainer:
    def __init__(self, model, train_loader, val_loader, lr):
        self.model = model
        self.train_loader, self.val_loader = train_loader, val_loader
        self.criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.0))
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.dice = DiceMeter()

    def train_epoch(self):
        self.model.train()
        losses = []
        for x, y in self.train_loader:
            loss = self.criterion(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return float(np.mean(losses))

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        self.dice.reset()
        losses = []
        for x, y in self.val_loader:
            logits = self.model(x)
            losses.append(self.criterion(logits, y).item())
            self.dice.update(logits, y)
        return float(np.mean(losses)), self.dice.compute()

    def fit(self, epochs):
        for epoch in range(1, epochs + 1):
            tr = self.train_epoch()
            va, dice = self.validate()
            print(f"epoch {epoch:2d} | train loss {tr:.4f} | val loss {va:.4f} | val dice {dice:.4f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    train = DataLoader(SyntheticMRI(320, seed=1), batch_size=16, shuffle=True)
    val = DataLoader(SyntheticMRI(80, seed=2), batch_size=40)
    Trainer(SmallUNet(), train, val, lr=3e-3).fit(epochs=8)
