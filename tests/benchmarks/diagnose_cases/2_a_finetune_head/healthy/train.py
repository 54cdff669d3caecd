# Transfer learning: pre-train on a large source task, then train a new head on a small target task
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F


def world(seed=0):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(24, 10, generator=g) * 0.5, torch.randn(10, 12, generator=g), torch.randn(10, 5, generator=g)


def sample(n, which, seed):
    proj, src, tgt = world()
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 24, generator=g)
    latent = torch.tanh(x @ proj)
    y = (latent @ (src if which == "source" else tgt)).argmax(1)
    return x, y


class Network(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(24, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.fc = nn.Linear(64, n_classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


def fit(model, optimizer, x, y, epochs, tag, x_val, y_val):
    for epoch in range(epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(32):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x[idx]), y[idx])
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            acc = (model(x_val).argmax(1) == y_val).float().mean().item()
        print(f"{tag} epoch {epoch + 1}: loss {loss.item():.3f} val acc {acc:.3f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pretrain-epochs", type=int, default=8)
    parser.add_argument("--finetune-epochs", type=int, default=20)
    args = parser.parse_args()
    torch.manual_seed(0)

    x, y = sample(5000, "source", 1)
    xv, yv = sample(1000, "source", 2)
    model = Network(12)
    fit(model, torch.optim.Adam(model.parameters(), lr=1e-3), x, y, args.pretrain_epochs, "source", xv, yv)

    # freeze the body, put a new head on it
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(64, 5)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

    x, y = sample(800, "target", 3)
    xv, yv = sample(1000, "target", 4)
    fit(model, optimizer, x, y, args.finetune_epochs, "target", xv, yv)


if __name__ == "__main__":
    main()
