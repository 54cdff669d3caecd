"""Fit a forecaster to sums of tides."""

import argparse
import math

import torch

from tideplan import Forecaster, ForecastConfig


def tides(count, config):
    start = torch.rand(count, 1, config.gauges) * 12.4
    hours = torch.arange(config.past + config.future).view(1, -1, 1)
    levels = torch.sin(2 * math.pi * (hours + start) / 12.4)
    return levels[:, : config.past], levels[:, config.past :]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    config = ForecastConfig()
    model = Forecaster(config).to(arguments.device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(arguments.steps):
        past, future = (part.to(arguments.device) for part in tides(32, config))
        loss = (model(past) - future).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
