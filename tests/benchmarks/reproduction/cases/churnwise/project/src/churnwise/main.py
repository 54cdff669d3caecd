import json
import sys
from pathlib import Path

import torch
from torch import nn

from churnwise.model import ChurnNet
from churnwise.optim import build_optimizer
from churnwise.table import make_loaders


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right = total = 0
    for categories, numbers, left in loader:
        right += ((model(categories, numbers) > 0).float() == left).sum().item()
        total += len(left)
    return right / total


def fit(config):
    torch.manual_seed(config["seed"])
    model = ChurnNet(config["embedding"], config["hidden"])
    train, held = make_loaders(config["customers"], config["batch_size"], config["seed"])
    optimizer = build_optimizer(
        model, config["lr"], config["weight_decay"], config["freeze_embeddings"]
    )
    loss_fn = nn.BCEWithLogitsLoss()
    history = []
    for epoch in range(config["epochs"]):
        model.train()
        total = 0.0
        for categories, numbers, left in train:
            loss = loss_fn(model(categories, numbers), left)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        history.append(total / len(train))
        print(f"epoch {epoch}  loss {history[-1]:.4f}  accuracy {accuracy(model, held):.3f}")
    return model, history


if __name__ == "__main__":
    fit(json.loads(Path(sys.argv[1]).read_text()))
