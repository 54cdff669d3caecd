import torch

SIZE = 12


def cutouts(n, flip=0.0):
    """Point sources (0) and extended, elongated sources (1) on a noisy background."""
    y = torch.randint(0, 2, (n,))
    g = torch.arange(SIZE, dtype=torch.float32) - (SIZE - 1) / 2
    gy, gx = g[:, None], g[None, :]
    th = torch.pi * torch.rand(n, 1, 1)
    cx, cy = 2 * torch.rand(2, n, 1, 1) - 1
    long = torch.where(y == 1, 2.6, 1.5)[:, None, None] + 0.2 * torch.randn(n, 1, 1)
    short = 1.4 + 0.1 * torch.randn(n, 1, 1)
    u = (gx - cx) * th.cos() + (gy - cy) * th.sin()
    v = -(gx - cx) * th.sin() + (gy - cy) * th.cos()
    img = torch.exp(-0.5 * (u / long) ** 2 - 0.5 * (v / short) ** 2)
    img = img * (0.8 + 0.5 * torch.rand(n, 1, 1)) + 0.15 * torch.randn(n, SIZE, SIZE)
    wrong = torch.rand(n) < flip
    return (img.unsqueeze(1) - 0.2) * 3, torch.where(wrong, 1 - y, y)
