"""Train a network that tells loans that will default."""

import argparse

import torch
from torch import nn

from scoring import RiskNet, accuracy, collect
from table import loaders


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", help="the table of loans")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lr", type=float, default=1e-2)
    return parser.parse_args()


def main():
    options = parse()
    train, validation = loaders(options.csv, options.batch_size)
    model = RiskNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=options.lr)
    loss_function = nn.BCEWithLogitsLoss()
    for epoch in range(options.epochs):
        model.train()
        for features, labels in train:
            optimizer.zero_grad()
            loss = loss_function(model(features), labels)
            loss.backward()
            optimizer.step()
        scores, labels = collect(model, validation)
        print(f"epoch {epoch}: loss {loss.item():.4f}, accuracy {accuracy(scores, labels):.3f}")


if __name__ == "__main__":
    main()
