"""Classify tumour subtype from a wide gene panel with few patients."""
import argparse
import numpy as np
import torch
import torch.nn as nn


def cohort(n, genes=150, informative=8, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, genes)).astype(np.float32)
    w = np.zeros(genes)
    w[:informative] = rng.choice([-1.0, 1.0], informative)
    p = 1 / (1 + np.exp(-1.6 * (x @ w)))
    return torch.from_numpy(x), torch.from_numpy((rng.random(n) < p).astype(np.int64))


class PanelNet(nn.Module):
    def __init__(self, genes, hidden):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(genes, hidden), nn.ReLU(), nn.Linear(hidden, 2))

    def forward(self, x):
        return self.layers(x)


def accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def train(args):
    torch.manual_seed(args.seed)
    x, y = cohort(1200, seed=args.seed)
    x_tr, y_tr = x[:900], y[:900]
    model = PanelNet(x.shape[1], args.hidden)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    ce = nn.CrossEntropyLoss()
    for epoch in range(1, args.epochs + 1):
        model.train()
        for idx in torch.randperm(len(x_tr)).split(32):
            optimizer.zero_grad()
            loss = ce(model(x_tr[idx]), y_tr[idx])
            loss.backward()
            optimizer.step()
        if epoch % 5 == 0:
            print(f"epoch {epoch} loss {loss.item():.4f} acc {accuracy(model, x_tr, y_tr):.3f}")
    print(f"final accuracy {accuracy(model, x_tr, y_tr):.3f}")
    torch.save(model.state_dict(), "panel_net.pt")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, default=64)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--seed", type=int, default=15)
    train(p.parse_args())
