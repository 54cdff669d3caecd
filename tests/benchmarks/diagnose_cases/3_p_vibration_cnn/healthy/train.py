import argparse
import math
import torch
import torch.nn as nn
import torch.nn.functional as F


def parse():
    p = argparse.ArgumentParser(description="bearing fault classification from vibration signals")
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--width", type=int, default=16)
    p.add_argument("--kernel", type=int, default=9)
    p.add_argument("--seed", type=int, default=8)
    return p.parse_args()


FREQS = [4.0, 7.0, 11.0, 16.0]


def signals(n, length=96):
    y = torch.randint(len(FREQS), (n,))
    t = torch.linspace(0, 1, length)
    f = torch.tensor(FREQS)[y] + 0.4 * torch.randn(n)
    phase = 2 * math.pi * torch.rand(n, 1)
    x = torch.sin(2 * math.pi * f[:, None] * t + phase) + 0.3 * torch.randn(n, length)
    return x.unsqueeze(1), y


class ConvNet(nn.Module):
    def __init__(self, width, k):
        super().__init__()
        pad = k // 2
        self.c1 = nn.Conv1d(1, width, k, padding=pad)
        self.b1 = nn.BatchNorm1d(width)
        self.c2 = nn.Conv1d(width, width * 2, k, padding=pad)
        self.b2 = nn.BatchNorm1d(width * 2)
        self.fc = nn.Linear(width * 2, len(FREQS))

    def forward(self, x):
        x = F.relu(self.b1(self.c1(x)))
        x = F.relu(self.b2(self.c2(x)))
        return self.fc(x.mean(dim=-1))


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def main():
    args = parse()
    torch.manual_seed(args.seed)
    x, y = signals(2000)
    xt, yt = signals(500)
    model = ConvNet(args.width, args.kernel)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(args.batch_size):
            loss = F.cross_entropy(model(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"epoch {epoch + 1}: loss {loss.item():.3f} test accuracy {accuracy(model, xt, yt):.3f}")


if __name__ == "__main__":
    main()
