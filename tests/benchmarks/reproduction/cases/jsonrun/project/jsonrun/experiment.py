import torch
from torch import nn

from jsonrun.configuration import load_config
from jsonrun.models import build_model

OPTIMIZERS = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}


def make_optimizer(model, name, **options):
    return OPTIMIZERS[name](model.parameters(), **options)


def run(config):
    """The mean loss of every epoch."""
    torch.manual_seed(config["seed"])
    model = build_model(**config["model"])
    optimizer = make_optimizer(model, **config["optimizer"])
    x = torch.randn(config["data"]["samples"], config["model"]["inputs"])
    y = x.square().mean(dim=1, keepdim=True)
    losses = []
    for _ in range(config["epochs"]):
        batches = list(zip(*(part.split(config["data"]["batch_size"]) for part in (x, y))))
        total = 0.0
        for inputs, targets in batches:
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        losses.append(total / len(batches))
    return losses


if __name__ == "__main__":
    import sys

    print(run(load_config(*sys.argv[1:2])))
