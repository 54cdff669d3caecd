import torch

STATES = ("empty", "low", "correct", "overfilled")
LEVELS = (0.05, 0.45, 0.75, 0.95)


def shots(n, generator):
    """Grey-scale bottle pictures; the product is darker than the glass."""
    states = torch.randint(0, len(STATES), (n,), generator=generator)
    rows = torch.arange(24).view(1, 24, 1)
    level = torch.tensor(LEVELS)[states] + 0.03 * torch.randn(n, generator=generator)
    surface = (24 * (1 - level)).view(n, 1, 1)
    liquid = (rows >= surface).float().expand(n, 24, 16)
    lamp = 0.05 * torch.randn(n, 1, 1, generator=generator)
    image = 0.9 - 0.5 * liquid + lamp + 0.08 * torch.randn(n, 24, 16, generator=generator)
    return image.unsqueeze(1), states


def stream(n, generator):
    images, states = shots(n, generator)
    for k in range(n):
        yield images[k:k + 1], int(states[k])
