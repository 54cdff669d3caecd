import argparse

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=0.05)
    p.add_argument("--seed", type=int, default=11)
    return p.parse_args()


def synth(n, centers, g):
    lab = torch.randint(0, centers.size(0), (n,), generator=g)
    x = centers[lab] + 0.9 * torch.randn(n, centers.size(1), generator=g)
    return x, lab % 5


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    g = torch.Generator().manual_seed(0)
    centers = torch.randn(15, 10, generator=g)
    xtr, ytr = synth(4096, centers, g)
    xte, yte = synth(1000, centers, g)
    loader = DataLoader(TensorDataset(xtr, ytr), batch_size=args.batch_size, shuffle=True)

    net = nn.Sequential(nn.Linear(10, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 5))
    crit = nn.CrossEntropyLoss()
    opt = optim.SGD(net.parameters(), lr=args.lr, momentum=0.9)

    for e in range(args.epochs):
        net.train()
        seen, loss_sum = 0, 0.0
        for xb, yb in loader:
            opt.zero_grad()
            loss = crit(net(xb), yb)
            loss.backward()
            opt.step()
            seen += xb.size(0)
            loss_sum += loss.item() * xb.size(0)
        net.eval()
        with torch.no_grad():
            acc = (net(xte).argmax(dim=1) == yte).float().mean().item()
        print(f"Epoch {e}: loss {loss_sum / seen:.3f}  test accuracy {100 * acc:.1f}%")


if __name__ == "__main__":
    main()
