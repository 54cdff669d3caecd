import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from classifier import MothClassifier
from moths import MothPhotos


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = 0
    for images, labels in loader:
        right += (model(images).argmax(dim=1) == labels).sum().item()
    return right / len(loader.dataset)


def finetune(args):
    torch.manual_seed(args.seed)
    model = MothClassifier(dropout=args.dropout, freeze_trunk=not args.full)
    train_loader = DataLoader(MothPhotos(seed=0), args.batch_size, shuffle=True)
    val_loader = DataLoader(MothPhotos(count=90, seed=1), args.batch_size)
    optimizer = torch.optim.Adam((p for p in model.parameters() if p.requires_grad), lr=args.lr)
    for epoch in range(args.epochs):
        model.train()
        for images, labels in train_loader:
            loss = nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: {loss.item():.3f} val accuracy {evaluate(model, val_loader):.3f}")
    return model


def parse(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch-size", type=int, default=24)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--dropout", type=float, default=0.3)
    parser.add_argument("--full", action="store_true", help="train the trunk, too")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(argv)


if __name__ == "__main__":
    finetune(parse())
