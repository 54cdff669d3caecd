import torch

CLASSES = ["plus", "cross", "box", "bar"]


def stamp(kind):
    g = torch.zeros(7, 7)
    if kind == 0:
        g[3, :] = g[:, 3] = 1
    elif kind == 1:
        g += torch.eye(7) + torch.eye(7).flip(0)
    elif kind == 2:
        g[0, :] = g[-1, :] = g[:, 0] = g[:, -1] = 1
    else:
        g[2:5, :] = 1
    return g.clamp(max=1)


def make_images(n, side=12):
    y = torch.randint(0, len(CLASSES), (n,))
    x = 0.25 * torch.randn(n, 1, side, side)
    shapes = torch.stack([stamp(k) for k in range(len(CLASSES))])
    off = torch.randint(0, side - 6, (n, 2)).tolist()
    for i, (r, c) in enumerate(off):
        x[i, 0, r:r + 7, c:c + 7] += shapes[y[i]] * (0.7 + 0.6 * torch.rand(1))
    return x, y
