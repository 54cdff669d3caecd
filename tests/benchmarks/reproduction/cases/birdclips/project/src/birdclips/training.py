import torch
import yaml
from torch.nn import functional as F

from birdclips.model import CallNet


def load_config(path="configs/default.yaml"):
    with open(path) as file:
        return yaml.safe_load(file)


def build(config):
    return CallNet(config["classes"], config["bands"], config["hidden"], config["frame"], config["hop"])


def train_epoch(model, loader, optimizer):
    model.train()
    total = 0.0
    for waves, species in loader:
        loss = F.cross_entropy(model(waves), species)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def fit(config, dataset):
    torch.manual_seed(config.get("seed", 0))
    loader = torch.utils.data.DataLoader(dataset, config["batch_size"], shuffle=True)
    model = build(config)
    optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])
    for epoch in range(config["epochs"]):
        print(f"epoch {epoch}: loss {train_epoch(model, loader, optimizer):.3f}")
    return model
