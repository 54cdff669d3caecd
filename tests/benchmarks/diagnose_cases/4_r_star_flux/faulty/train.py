"""Photometry with a CNN: brightness of a star from a 13x13 cutout."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def cutouts(n, size=13, seed=0):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:size, 0:size]
    flux = rng.uniform(0.5, 3.0, n)
    cx, cy = size / 2 - 0.5 + rng.uniform(-2, 2, (2, n))
    width = rng.uniform(1.2, 2.0, n)
    d2 = (xx[None] - cx[:, None, None]) ** 2 + (yy[None] - cy[:, None, None]) ** 2
    star = flux[:, None, None] * np.exp(-d2 / (2 * width[:, None, None] ** 2)) / width[:, None, None] ** 2
    # shot-like noise grows with the signal, plus read-out noise
    img = star + 0.02 * rng.normal(size=star.shape) * np.sqrt(star + 0.2)
    return torch.tensor(img[:, None], dtype=torch.float32), torch.tensor(flux[:, None], dtype=torch.float32)


class FluxNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.InstanceNorm2d(1),
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 16, 3, padding=1), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 24, 3), nn.ReLU(),
            nn.Flatten(),
        )
        self.regressor = nn.Sequential(nn.Linear(24 * 16, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, x):
        return self.regressor(self.features(x))


def main(epochs=10, batch_size=64, lr=1e-3):
    torch.manual_seed(1)
    x, y = cutouts(2000, seed=1)
    train_ds, test_ds = random_split(TensorDataset(x, y), [1500, 500])
    train_dl = DataLoader(train_ds, batch_size=batch_size, shuffle=True)
    test_dl = DataLoader(test_ds, batch_size=250)
    net = FluxNet()
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=5, gamma=0.5)

    for epoch in range(epochs):
        net.train()
        train_loss = 0.0
        for xb, yb in train_dl:
            optimizer.zero_grad()
            loss = criterion(net(xb), yb)
            loss.backward()
            optimizer.step()
            train_loss += loss.item() / len(train_dl)
        scheduler.step()
        net.eval()
        with torch.no_grad():
            rel = torch.cat([((net(xb) - yb) / yb).abs() for xb, yb in test_dl])
        print(f"epoch {epoch + 1}: train mse {train_loss:.4f}, median relative error {rel.median():.3f}")


if __name__ == "__main__":
    main()
