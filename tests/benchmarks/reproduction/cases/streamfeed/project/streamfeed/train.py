import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from streamfeed.prefetch import Prefetcher


def make_loader(count=4096, batch_size=256):
    x = torch.randn(count, 512)
    y = (x.sum(dim=1) > 0).long()
    return DataLoader(TensorDataset(x, y), batch_size=batch_size, pin_memory=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()

    model = nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 2)).to(args.device)
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(args.epochs):
        for x, y in Prefetcher(make_loader(), args.device):
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
