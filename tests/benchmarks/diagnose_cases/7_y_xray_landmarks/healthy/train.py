import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from dataset import LandmarkSet

SIDE = 24


class HeatmapRegressor(nn.Module):
    """Convolutions, then the expected position under a softmax heat map."""

    def __init__(self, ch=12):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, ch, 5, padding=2), nn.ReLU(),
            nn.Conv2d(ch, ch, 5, padding=2), nn.ReLU(),
            nn.Conv2d(ch, 1, 3, padding=1),
        )
        lin = torch.linspace(0, 1, SIDE)
        self.register_buffer("grid_y", lin.view(1, SIDE, 1))
        self.register_buffer("grid_x", lin.view(1, 1, SIDE))

    def forward(self, x):
        heat = self.conv(x).squeeze(1)
        prob = heat.flatten(1).softmax(1).view_as(heat)
        return torch.stack([(prob * self.grid_x).sum((1, 2)), (prob * self.grid_y).sum((1, 2))], 1)


def pixel_error(model, loader):
    model.eval()
    err = []
    with torch.no_grad():
        for x, pt in loader:
            err.append(((model(x) - pt) * (SIDE - 1)).norm(dim=1))
    return torch.cat(err).mean().item()


def main():
    torch.manual_seed(2)
    train = DataLoader(LandmarkSet(600, SIDE, seed=10, augment=True), batch_size=20, shuffle=True)
    test = DataLoader(LandmarkSet(200, SIDE, seed=11), batch_size=100)
    model = HeatmapRegressor()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 16):
        model.train()
        total = 0.0
        for x, pt in train:
            loss = nn.functional.mse_loss(model(x), pt)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        if epoch % 3 == 0:
            print(f"epoch {epoch:2d}  train mse {total / len(train):.5f}  test error {pixel_error(model, test):.2f} px")


if __name__ == "__main__":
    main()
