"""Compress waves of two frequencies to a few numbers and draw them again."""

import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def waves(count, length=32):
    time = torch.linspace(0, 1, length)
    amplitude = 0.5 + torch.rand(count, 1)
    phase = 6.2832 * torch.rand(count, 1)
    frequency = torch.where(torch.rand(count, 1) > 0.5, 2.0, 1.0)
    clean = amplitude * torch.sin(6.2832 * frequency * time + phase)
    return clean + 0.05 * torch.randn(count, length)


class AutoEncoder(nn.Module):
    def __init__(self, length=32, hidden=64, code=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(length, hidden), nn.ReLU(), nn.Linear(hidden, code))
        self.decoder = nn.Sequential(nn.Linear(code, hidden), nn.ReLU(), nn.Linear(hidden, length))

    def forward(self, x):
        return self.decoder(self.encoder(x))


def explained(model, dataset):
    model.eval()
    with torch.no_grad():
        batch = torch.stack([row for (row,) in dataset])
        error = ((model(batch) - batch) ** 2).mean()
        spread = ((batch - batch.mean(dim=0)) ** 2).mean()
    return 1.0 - (error / spread).item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    train_set, valid_set = random_split(TensorDataset(waves(2000)), [1600, 400])
    loader = DataLoader(train_set, batch_size=args.batch_size, shuffle=True)
    model = AutoEncoder()
    optimiser = torch.optim.Adam(model.parameters(), lr=args.lr)
    mse = nn.MSELoss()
    for epoch in range(args.epochs):
        model.train()
        for (batch,) in loader:
            optimiser.zero_grad()
            loss = mse(model(batch), batch)
            loss.backward()
            optimiser.step()
        print(f"[{epoch + 1}/{args.epochs}] validation {explained(model, valid_set):.3f}")
    print(f"quality: {explained(model, valid_set):.4f}")


if __name__ == "__main__":
    main()
