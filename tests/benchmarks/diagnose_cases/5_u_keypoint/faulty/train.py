import math

import torch
from torch import nn
import torch.nn.functional as F

SIZE = 24


def render(n):
    """gaussian blob + clutter, target = blob centre in [0,1]"""
    centre = torch.rand(n, 2) * 0.8 + 0.1
    axis = (torch.arange(SIZE) + 0.5) / SIZE
    dx = (axis[None, None, :] - centre[:, 0, None, None]) ** 2
    dy = (axis[None, :, None] - centre[:, 1, None, None]) ** 2
    img = torch.exp(-(dx + dy) / (2 * 0.06 ** 2))
    img = img + 0.1 * torch.randn(n, SIZE, SIZE)
    return img.unsqueeze(1), centre


class KeypointNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1),
            nn.BatchNorm2d(16),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2),
            nn.AdaptiveAvgPool2d(1),
        )
        self.regressor = nn.Sequential(nn.Flatten(), nn.LazyLinear(32), nn.ReLU(), nn.Linear(32, 2))

    def forward(self, img):
        return self.regressor(self.backbone(img))


def train():
    torch.manual_seed(31)
    x, t = render(1600)
    xv, tv = render(400)
    net = KeypointNet()
    net(x[:2])
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(7):
        net.train()
        tot = 0
        for idx in torch.randperm(len(x)).split(40):
            loss = F.mse_loss(net(x[idx]), t[idx])
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            tot += loss.item() * len(idx)
        net.eval()
        with torch.no_grad():
            err = (net(xv) - tv).norm(dim=1).mean().item() * SIZE
        print(f"{epoch:2d} rmse {math.sqrt(tot / len(x)):.4f} mean pixel error {err:.2f}")


if __name__ == "__main__":
    train()
