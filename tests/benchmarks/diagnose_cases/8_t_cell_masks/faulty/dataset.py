import torch
from torch.utils.data import Dataset


def draw(n, side=28):
    yy, xx = torch.meshgrid(torch.arange(side).float(), torch.arange(side).float(), indexing="ij")
    images = 0.35 * torch.randn(n, 1, side, side)
    masks = torch.zeros(n, 1, side, side)
    for i in range(n):
        for _ in range(int(torch.randint(1, 3, (1,)))):
            cx, cy = torch.rand(2) * (side - 8) + 4
            rx, ry = 2.5 + 2 * torch.rand(2)
            inside = ((xx - cx) / rx) ** 2 + ((yy - cy) / ry) ** 2 < 1
            masks[i, 0][inside] = 1.0
            images[i, 0][inside] += 1.0
        gx = torch.randn(2) * 0.02
        images[i, 0] += gx[0] * xx + gx[1] * yy
    return images, masks


class CellDataset(Dataset):
    def __init__(self, n, augment):
        self.images, self.masks = draw(n)
        self.augment = augment

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        image, mask = self.images[i], self.masks[i]
        if self.augment:
            image = self.flip(image)
            mask = self.flip(mask)
            image = image * (0.9 + 0.2 * torch.rand(1))
        return image, mask

    @staticmethod
    def flip(t):
        if torch.rand(1) < 0.5:
            t = t.flip(-1)
        if torch.rand(1) < 0.5:
            t = t.flip(-2)
        return t
