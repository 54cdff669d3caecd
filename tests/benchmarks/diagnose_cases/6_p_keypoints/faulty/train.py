import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader

from dataset import SIZE, WingtipDataset


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(16 * (SIZE // 4) ** 2, 64), nn.ReLU(),
        nn.Linear(64, 2),
    )


def pixel_error(model, loader):
    model.eval()
    d = []
    with torch.no_grad():
        for img, pt in loader:
            d.append((model(img) - pt).norm(dim=1) * (SIZE - 1))
    return torch.cat(d).mean().item()


def main():
    torch.manual_seed(23)
    rng = np.random.default_rng(23)
    train = DataLoader(WingtipDataset(1500, rng, augment=True), batch_size=32, shuffle=True)
    test = DataLoader(WingtipDataset(300, rng), batch_size=100)
    model = make_model()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    best = float("inf")
    for epoch in range(12):
        model.train()
        tot = 0.0
        for img, pt in train:
            loss = nn.functional.mse_loss(model(img), pt)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item()
        err = pixel_error(model, test)
        best = min(best, err)
        print(f"epoch {epoch + 1:2d}  loss {tot / len(train):.5f}  test error {err:.2f} px  best {best:.2f} px")


if __name__ == "__main__":
    main()
