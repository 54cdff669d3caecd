"""Crop type from multispectral time profiles (per-field tabular features)."""
import argparse
import torch
from torch import nn


def get_parser():
    p = argparse.ArgumentParser(description="crop classifier")
    p.add_argument("--n-fields", type=int, default=3600)
    p.add_argument("--dropout", type=float, default=0.1)
    p.add_argument("--width", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--epochs", type=int, default=12)
    return p


def make_fields(n, n_crops=8, n_dates=10, n_bands=4):
    proto = torch.randn(n_crops, n_dates * n_bands)
    crop = torch.randint(n_crops, (n,))
    greenness = 0.6 + 0.8 * torch.rand(n, 1)
    x = proto[crop] * greenness + 1.1 * torch.randn(n, n_dates * n_bands)
    x = x + 0.6 * torch.roll(x, 1, dims=1) * (torch.rand(n, 1) < 0.5)
    return x, crop


def block(a, b, p):
    return nn.Sequential(nn.Linear(a, b), nn.ReLU(), nn.Dropout(p))


def main():
    opt = get_parser().parse_args()
    torch.manual_seed(55)
    x, y = make_fields(opt.n_fields)
    n = int(opt.n_fields * 0.8)
    mean, std = x[:n].mean(0, keepdim=True), x[:n].std(0, keepdim=True)
    x = (x - mean) / std
    model = nn.Sequential(
        block(x.shape[1], opt.width, opt.dropout),
        block(opt.width, opt.width, opt.dropout),
        block(opt.width, opt.width, opt.dropout),
        nn.Linear(opt.width, 8),
    )
    optimiser = torch.optim.Adam(model.parameters(), lr=opt.lr)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimiser, patience=3)
    for epoch in range(opt.epochs):
        model.train()
        for sel in torch.randperm(n).split(64):
            loss = nn.functional.cross_entropy(model(x[sel]), y[sel])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        model.eval()
        with torch.no_grad():
            logits = model(x[n:])
            val_loss = nn.functional.cross_entropy(logits, y[n:])
            acc = (logits.argmax(1) == y[n:]).float().mean()
        plateau.step(val_loss)
        print(f"epoch {epoch + 1:2d} | val loss {val_loss:.3f} | val accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
