import argparse

import torch
import yaml
from torch.utils.data import DataLoader

from forecaster import Forecaster, mean_error
from grid import hourly_load, split
from windows import LoadWindows


def train(config):
    torch.manual_seed(config["data"]["seed"])
    known, held = split(hourly_load(config["data"]["days"], config["data"]["seed"]))
    window, horizon = config["data"]["window"], config["data"]["horizon"]
    size = config["training"]["batch_size"]
    loader = DataLoader(LoadWindows(known, window, horizon), size, shuffle=True)
    held_loader = DataLoader(LoadWindows(held, window, horizon), size)

    model = Forecaster(horizon, config["model"]["hidden"])
    optimizer = torch.optim.Adam(model.parameters(), lr=config["training"]["lr"])
    for epoch in range(config["training"]["epochs"]):
        model.train()
        for past, future, _ in loader:
            loss = torch.nn.functional.l1_loss(model(past), future)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: held-out error {mean_error(model, held_loader):.1f} MW")
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", default="config.yaml")
    with open(parser.parse_args().config) as file:
        train(yaml.safe_load(file))
