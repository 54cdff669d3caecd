import torch


def fundus(count=128, size=32, seed=0):
    """Reddish discs; the worse the grade, the more dark spots. Most eyes are healthy."""
    g = torch.Generator().manual_seed(seed)
    share = torch.tensor([0.5, 0.1, 0.2, 0.1, 0.1])
    grade = torch.multinomial(share, count, replacement=True, generator=g)
    axis = torch.linspace(-1, 1, size)
    disc = (axis[:, None] ** 2 + axis[None, :] ** 2 < 0.9).float()
    colour = torch.tensor([0.8, 0.4, 0.2]).view(3, 1, 1)
    images = (disc * colour).repeat(count, 1, 1, 1)
    spots = torch.rand(count, 1, size, size, generator=g) < 0.05 * grade.view(-1, 1, 1, 1)
    images = images.masked_fill(spots, 0.05)
    return images + 0.02 * torch.randn(images.shape, generator=g), grade
