import argparse

import torch

from flowlite import Forecaster, save


def river_levels(length=600, features=4, seed=0):
    generator = torch.Generator().manual_seed(seed)
    time = torch.arange(length, dtype=torch.float32)
    speeds = torch.tensor([0.05, 0.11, 0.23, 0.4])[:features]
    noise = 0.2 * torch.randn(length, features, generator=generator)
    return 40 + 10 * torch.sin(time[:, None] * speeds) + noise


def train(model, levels, steps=50, window=24, lr=1e-2):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    windows = levels.unfold(0, window + 1, 1).transpose(1, 2)
    for _ in range(steps):
        batch = windows[torch.randint(0, len(windows), (32,))]
        loss = torch.nn.functional.mse_loss(model(batch[:, :-1]), batch[:, -1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--out", default="forecaster.pt")
    args = parser.parse_args()
    forecaster = Forecaster()
    print("loss", train(forecaster, river_levels(), args.steps))
    save(forecaster, args.out)
