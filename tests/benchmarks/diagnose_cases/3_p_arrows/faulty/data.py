import torch

CLASSES = ["left", "right", "up", "down"]


def draw(direction, size=12):
    img = torch.zeros(size, size)
    r = torch.randint(4, size - 4, (1,)).item()
    c = torch.randint(4, size - 4, (1,)).item()
    for k in range(-3, 4):
        img[r, c + k] = 1
    for k in range(1, 3):           # head of the arrow, pointing right
        img[r - k, c + 3 - k] = 1
        img[r + k, c + 3 - k] = 1
    if direction == "left":
        img = img.flip(1)
    elif direction == "up":
        img = img.t().flip(0)
    elif direction == "down":
        img = img.t()
    return img + 0.15 * torch.randn(size, size)


def make(n):
    y = torch.randint(0, 4, (n,))
    x = torch.stack([draw(CLASSES[k]) for k in y.tolist()]).unsqueeze(1)
    return x, y


def augment(x):
    """cheap augmentation on the batch"""
    mirror = torch.rand(len(x), 1, 1, 1) < 0.5
    x = torch.where(mirror, x.flip(-1), x)
    shift = torch.randint(-1, 2, (2,)).tolist()
    x = torch.roll(x, shift, dims=(-2, -1))
    return x + 0.05 * torch.randn_like(x)
