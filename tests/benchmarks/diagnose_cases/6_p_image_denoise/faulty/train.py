import torch
from torch import nn

import metrics


def textures(n, size=28):
    """Piecewise smooth images with values in [0, 1]."""
    g = torch.linspace(0, 1, size)
    yy, xx = torch.meshgrid(g, g, indexing="ij")
    fx, fy, ph = 6 * torch.rand(3, n, 1, 1)
    img = 0.5 + 0.25 * torch.sin(fx * xx + fy * yy + ph)
    for _ in range(3):
        x0, y0 = 0.7 * torch.rand(2, n, 1, 1)
        w, h = 0.15 + 0.3 * torch.rand(2, n, 1, 1)
        box = ((xx > x0) & (xx < x0 + w) & (yy > y0) & (yy < y0 + h)).float()
        img = torch.where(box > 0, torch.rand(n, 1, 1), img)
    return img.clamp(0, 1).unsqueeze(1)


class DnCNN(nn.Module):
    def __init__(self, depth=4, ch=16):
        super().__init__()
        mid = []
        for _ in range(depth - 2):
            mid += [nn.Conv2d(ch, ch, 3, padding=1), nn.ReLU()]
        self.noise = nn.Sequential(nn.Conv2d(1, ch, 3, padding=1), nn.ReLU(), *mid, nn.Conv2d(ch, 1, 3, padding=1))

    def forward(self, y):
        return y - self.noise(y)


def main(sigma=0.15, epochs=8, batch=16):
    torch.manual_seed(61)
    train, test = textures(500), textures(100)
    test_noisy = test + sigma * torch.randn_like(test)
    net = DnCNN()
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    print(f"noisy input: PSNR {metrics.psnr(test_noisy, test):.2f} dB  MAE {metrics.mae(test_noisy, test):.4f}")
    for epoch in range(epochs):
        net.train()
        total = 0.0
        for clean in train[torch.randperm(len(train))].split(batch):
            noisy = clean + sigma * torch.randn_like(clean)
            loss = nn.functional.mse_loss(net(noisy), clean)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(clean)
        net.eval()
        with torch.no_grad():
            out = net(test_noisy).clamp(0, 1)
        print(f"epoch {epoch + 1}  train mse {total / len(train):.5f}  test PSNR {metrics.psnr(out, test):.2f} dB  MAE {metrics.mae(out, test):.4f}")


if __name__ == "__main__":
    main()
