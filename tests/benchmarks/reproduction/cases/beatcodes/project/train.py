import argparse

import torch
from torch.nn import functional as F

from autoencoder import BeatAutoencoder
from beats import make_beats


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--codes", type=int, default=32)
    parser.add_argument("--save", help="where checkpoints go")
    return parser.parse_args()


def train_epoch(model, optimizer, beats, batch_size):
    total = 0.0
    for start in range(0, len(beats), batch_size):
        batch = beats[start : start + batch_size]
        output, _, distance = model(batch)
        loss = F.mse_loss(output, batch) + distance
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(batch)
    return total / len(beats)


def main():
    args = parse_args()
    torch.manual_seed(0)
    beats = make_beats()
    model = BeatAutoencoder(codes=args.codes)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(1, args.epochs + 1):
        loss = train_epoch(model, optimizer, beats, args.batch_size)
        print(f"epoch {epoch}: {loss:.4f}")
        if args.save:
            torch.save(model.state_dict(), f"{args.save}_{epoch}.pt")


if __name__ == "__main__":
    main()
