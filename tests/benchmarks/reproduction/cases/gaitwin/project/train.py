import argparse

import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from net import GaitNet
from windows import GaitWindows


def walks(walkers, seconds, rate=50, seed=0):
    """A sine a walker, with noise."""
    generator = torch.Generator().manual_seed(seed)
    time = torch.arange(seconds * rate) / rate
    steps = [1.5 + 0.2 * walker for walker in range(walkers)]
    clean = [torch.sin(6.28 * step * time)[:, None].repeat(1, 3) for step in steps]
    return [one + 0.1 * torch.randn(one.shape, generator=generator) for one in clean]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--width", type=int, default=50)
    parser.add_argument("--hop", type=int, default=25)
    parser.add_argument("--walkers", type=int, default=5)
    arguments = parser.parse_args()
    data = GaitWindows(
        walks(arguments.walkers, 20), range(arguments.walkers), arguments.width, arguments.hop
    )
    model = GaitNet(walkers=arguments.walkers)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    for epoch in range(arguments.epochs):
        for x, y in DataLoader(data, 16, shuffle=True):
            optimiser.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimiser.step()
        print(f"epoch {epoch} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
