import torch
from torch.utils.data import Dataset

CLASSES = ["left", "right", "up", "down"]


def draw_arrow(direction, size=16):
    img = torch.zeros(size, size)
    mid = size // 2
    img[mid - 1:mid + 1, 3:size - 3] = 1.0          # shaft
    for k in range(4):                              # head on the left
        img[mid - 1 - k, 3 + k] = 1.0
        img[mid + k, 3 + k] = 1.0
    turns = {"left": 0, "down": 1, "right": 2, "up": 3}[direction]
    return torch.rot90(img, turns)


class ArrowSigns(Dataset):
    def __init__(self, n, seed, augment=False):
        g = torch.Generator().manual_seed(seed)
        self.targets = torch.randint(0, len(CLASSES), (n,), generator=g)
        self.images = torch.stack([draw_arrow(CLASSES[t]) for t in self.targets])
        self.images = self.images * (0.5 + torch.rand(n, 1, 1, generator=g))
        self.images = self.images + 0.35 * torch.randn(self.images.shape, generator=g)
        self.augment = augment

    def __len__(self):
        return len(self.targets)

    def random_augment(self, img):
        if torch.rand(1).item() < 0.5:
            dy, dx = torch.randint(-2, 3, (2,)).tolist()
            img = torch.roll(img, shifts=(dy, dx), dims=(-2, -1))
        if torch.rand(1).item() < 0.5:
            img = torch.flip(img, dims=[-1])
        return img

    def __getitem__(self, i):
        img = self.images[i]
        if self.augment:
            img = self.random_augment(img)
        return img.unsqueeze(0), self.targets[i]
