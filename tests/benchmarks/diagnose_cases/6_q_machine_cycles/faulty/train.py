import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from cycles import make_cycles
from model import CycleClassifier


def accuracy(model, loader):
    model.eval()
    good = total = 0
    with torch.no_grad():
        for x, y in loader:
            good += (model(x).argmax(dim=1) == y).sum().item()
            total += y.numel()
    return good / total


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--hidden", type=int, default=32)
    ap.add_argument("--steps", type=int, default=30)
    ap.add_argument("--lr", type=float, default=5e-3)
    ap.add_argument("--seed", type=int, default=16)
    args = ap.parse_args(argv)

    torch.manual_seed(args.seed)
    gen = torch.Generator().manual_seed(args.seed)
    train = DataLoader(TensorDataset(*make_cycles(2000, args.steps, gen)), batch_size=32, shuffle=True)
    test = DataLoader(TensorDataset(*make_cycles(500, args.steps, gen)), batch_size=100)
    model = CycleClassifier(3, args.hidden, 4)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        model.train()
        for x, y in train:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
        print(f"epoch {epoch + 1:2d} loss {loss.item():.4f} test accuracy {accuracy(model, test):.3f}")


if __name__ == "__main__":
    main()
