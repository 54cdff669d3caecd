import torch
from torch.utils.data import Dataset

CLASSES = ["left", "right", "up", "down"]


def draw(cls, size=16):
    img = torch.zeros(size, size)
    m = size // 2
    for k in range(5):
        img[m - k - 1:m + k + 1, 3 + k] = 1.0        # head of a left arrow
    img[m - 1:m + 1, 8:14] = 1.0                    # shaft
    if cls == 1:
        img = img.flip(1)
    elif cls == 2:
        img = img.t()
    elif cls == 3:
        img = img.t().flip(0)
    return img


class RandomNoise:
    def __init__(self, std):
        self.std = std

    def __call__(self, img):
        return img + self.std * torch.randn_like(img)


class RandomShift:
    def __init__(self, px):
        self.px = px

    def __call__(self, img):
        dy, dx = torch.randint(-self.px, self.px + 1, (2,)).tolist()
        return img.roll((dy, dx), dims=(-2, -1))


class RandomHorizontalFlip:
    def __call__(self, img):
        return img.flip(-1) if torch.rand(1).item() < 0.5 else img


class Compose:
    def __init__(self, ts):
        self.ts = ts

    def __call__(self, img):
        for t in self.ts:
            img = t(img)
        return img


class ArrowSigns(Dataset):
    def __init__(self, n, transform):
        self.y = torch.randint(0, 4, (n,))
        self.base = [draw(c) for c in range(4)]
        self.gain = 0.5 + torch.rand(n)
        self.transform = transform

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        img = self.base[int(self.y[i])] * self.gain[i]
        return self.transform(img[None]), self.y[i]
