import argparse

import torch
import torch.nn as nn


class ProbNet(nn.Module):
    """Gives logits while training and probabilities when deployed."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, n_out))

    def forward(self, x):
        x = self.net(x)
        if not self.training:
            x = torch.softmax(x, dim=1)
        return x


def spirals(n, g, arms=3):
    y = torch.randint(0, arms, (n,), generator=g)
    r = torch.rand(n, generator=g)
    a = 4.0 * r + 2 * 3.14159 * y / arms + 0.15 * torch.randn(n, generator=g)
    return torch.stack([r * torch.cos(a), r * torch.sin(a)], 1) * 2, y


def main(args):
    torch.manual_seed(args.seed)
    g = torch.Generator().manual_seed(args.seed)
    x, y = spirals(2400, g)
    xv, yv = spirals(600, g)
    model = ProbNet(2, 3)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    ce, nll = nn.CrossEntropyLoss(), nn.NLLLoss()
    for epoch in range(args.epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(48):
            opt.zero_grad()
            loss = ce(model(x[idx]), y[idx])
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            prob = model(xv)
            val = nll(torch.log(prob + 1e-9), yv).item()
        print(f"epoch {epoch} train {loss.item():.3f} val nll {val:.3f} acc {(prob.argmax(1) == yv).float().mean():.3f} "
              f"mean confidence {prob.max(1).values.mean():.3f}")


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--lr", type=float, default=5e-3)
    ap.add_argument("--seed", type=int, default=0)
    main(ap.parse_args())
