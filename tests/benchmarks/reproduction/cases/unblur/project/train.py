import argparse

import torch
from torch.nn import functional as F

import checkpoints
from networks import Deblur
from pictures import pairs


def parse():
    parser = argparse.ArgumentParser(description="Train a small network that sharpens pictures.")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--samples", type=int, default=64)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", default="runs")
    parser.add_argument("--resume", default=None, metavar="FILE", help="go on from a checkpoint")
    return parser.parse_args()


def train_epoch(network, optimizer, blurred, sharp, batch_size):
    total = 0.0
    for start in range(0, len(blurred), batch_size):
        part = slice(start, start + batch_size)
        loss = F.l1_loss(network(blurred[part]), sharp[part])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(blurred[part])
    return total / len(blurred)


def main():
    args = parse()
    torch.manual_seed(args.seed)
    blurred, sharp = pairs(args.samples)
    network = Deblur(args.width)
    optimizer = torch.optim.Adam(network.parameters(), lr=args.lr)
    first = checkpoints.resume(args, network, optimizer)
    for epoch in range(first, args.epochs):
        loss = train_epoch(network, optimizer, blurred, sharp, args.batch_size)
        print(f"epoch {epoch} loss {loss:.5f}")
        checkpoints.write(args.folder, network, optimizer, epoch)


if __name__ == "__main__":
    main()
