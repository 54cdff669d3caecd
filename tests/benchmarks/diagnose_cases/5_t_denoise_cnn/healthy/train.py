import argparse
import math

import torch
import torch.nn as nn


def parse():
    ap = argparse.ArgumentParser()
    ap.add_argument("--size", type=int, default=20)
    ap.add_argument("--noise", type=float, default=0.35)
    ap.add_argument("--depth", type=int, default=3)
    ap.add_argument("--width", type=int, default=12)
    ap.add_argument("--kernel", type=int, default=5)
    ap.add_argument("--iters", type=int, default=400)
    ap.add_argument("--lr", type=float, default=2e-3)
    return ap.parse_args()


def blobs(n, size):
    """smooth random images in [0, 1]"""
    g = torch.linspace(0, 1, size)
    yy, xx = torch.meshgrid(g, g, indexing="ij")
    img = torch.zeros(n, 1, size, size)
    for _ in range(4):
        cx, cy = torch.rand(2, n, 1, 1, 1)
        s = 0.08 + 0.15 * torch.rand(n, 1, 1, 1)
        img += torch.rand(n, 1, 1, 1) * torch.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * s ** 2))
    return img.clamp(0, 1)


class Denoiser(nn.Module):
    """DnCNN: predicts the noise and subtracts it."""

    def __init__(self, depth, width, kernel):
        super().__init__()
        pad = kernel // 2
        layers = [nn.Conv2d(1, width, kernel, padding=pad), nn.ReLU(inplace=True)]
        for _ in range(depth - 2):
            layers += [nn.Conv2d(width, width, kernel, padding=pad), nn.ReLU(inplace=True)]
        layers.append(nn.Conv2d(width, 1, kernel, padding=pad))
        self.net = nn.Sequential(*layers)

    def forward(self, x):
        return x - self.net(x)


def psnr(a, b):
    return -10 * math.log10((a - b).pow(2).mean().item())


def main():
    args = parse()
    torch.manual_seed(17)
    clean_test = blobs(100, args.size)
    noisy_test = clean_test + args.noise * torch.randn_like(clean_test)
    model = Denoiser(args.depth, args.width, args.kernel)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    print(f"noisy input psnr {psnr(noisy_test, clean_test):.2f}")
    for it in range(1, args.iters + 1):
        clean = blobs(16, args.size)
        noisy = clean + args.noise * torch.randn_like(clean)
        loss = nn.functional.mse_loss(model(noisy), clean)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if it % 80 == 0:
            model.eval()
            with torch.no_grad():
                print(f"it {it} loss {loss.item():.4f} test psnr {psnr(model(noisy_test), clean_test):.2f}")
            model.train()


if __name__ == "__main__":
    main()
