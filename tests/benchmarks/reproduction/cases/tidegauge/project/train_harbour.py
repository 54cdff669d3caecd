"""Train on the record of one harbour: python train_harbour.py --record brest.pt"""

import argparse

import torch

from tidegauge import Forecaster, ForecasterConfig, level_windows
from tidegauge.windows import standardised


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", required=True)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=64)
    options = parser.parse_args()
    inputs, targets = level_windows(standardised(torch.load(options.record)))
    model = Forecaster(ForecasterConfig(sensors=inputs.shape[-1]))
    optimiser = torch.optim.Adam(model.parameters(), lr=options.lr)
    for epoch in range(options.epochs):
        order = torch.randperm(len(inputs))
        for chosen in order.split(options.batch):
            loss = torch.nn.functional.mse_loss(model(inputs[chosen]), targets[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        print(f"epoch {epoch}: {loss.item():.4f}")


if __name__ == "__main__":
    main()
