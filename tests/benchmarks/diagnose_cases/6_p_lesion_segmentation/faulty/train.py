import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from unet import UNet


class LesionDataset(Dataset):
    """Skin-like texture with an elliptic darker region."""

    def __init__(self, n, seed, size=28):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[0:size, 0:size]
        self.items = []
        for _ in range(n):
            cx, cy = rng.uniform(9, size - 9, 2)
            a, b = rng.uniform(4, 9, 2)
            th = rng.uniform(0, np.pi)
            u = (xx - cx) * np.cos(th) + (yy - cy) * np.sin(th)
            v = -(xx - cx) * np.sin(th) + (yy - cy) * np.cos(th)
            mask = ((u / a) ** 2 + (v / b) ** 2 < 1).astype(np.float32)
            shade = 0.3 * np.sin(xx / rng.uniform(5, 9)) + 0.2 * np.cos(yy / rng.uniform(5, 9))
            img = shade - 0.8 * mask + 0.25 * rng.standard_normal((size, size))
            self.items.append((img.astype(np.float32)[None], mask[None]))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        img, mask = self.items[i]
        return torch.from_numpy(img), torch.from_numpy(mask)


def dice(prob, target, eps=1e-6):
    pred = (prob > 0.5).float()
    inter = (pred * target).sum(dim=(1, 2, 3))
    return (2 * inter + eps) / (pred.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3)) + eps)


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    losses, scores = [], []
    with torch.set_grad_enabled(training):
        for img, mask in loader:
            out = model(img)
            loss = criterion(out, mask)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            losses.append(loss.item())
            scores.append(dice(out.detach(), mask).mean().item())
    return np.mean(losses), np.mean(scores)


if __name__ == "__main__":
    torch.manual_seed(8)
    SEED = 8
    train_loader = DataLoader(LesionDataset(320, SEED), batch_size=16, shuffle=True)
    val_loader = DataLoader(LesionDataset(100, SEED + 1000), batch_size=50)
    model = UNet()
    criterion = nn.BCELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(6):
        tl, td = run_epoch(model, train_loader, criterion, optimizer)
        vl, vd = run_epoch(model, val_loader, criterion)
        print(f"epoch {epoch}: train loss {tl:.3f} dice {td:.3f} | val loss {vl:.3f} dice {vd:.3f}")
