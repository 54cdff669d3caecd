import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader

from data import StarDataset, simulate_stars


class NeuralCF(nn.Module):
    def __init__(self, n_users, n_items, dim, n_classes=5):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        nn.init.normal_(self.user.weight, std=0.1)
        nn.init.normal_(self.item.weight, std=0.1)
        self.mlp = nn.Sequential(
            nn.Linear(3 * dim, 64), nn.ReLU(),
            nn.Linear(64, n_classes),
        )

    def forward(self, u, i):
        p, q = self.user(u), self.item(i)
        return self.mlp(torch.cat([p, q, p * q], dim=-1))


def accuracy(model, loader):
    model.eval()
    exact = close = n = 0
    with torch.no_grad():
        for u, i, s in loader:
            guess = model(u, i).argmax(1)
            exact += (guess == s).sum().item()
            close += ((guess - s).abs() <= 1).sum().item()
            n += len(s)
    return exact / n, close / n


def main():
    parser = argparse.ArgumentParser(description="star prediction")
    parser.add_argument("--users", type=int, default=150)
    parser.add_argument("--items", type=int, default=120)
    parser.add_argument("--dim", type=int, default=12)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    triples = simulate_stars(args.users, args.items, 12000, args.seed)
    train_loader = DataLoader(StarDataset(triples[:10000]), batch_size=128, shuffle=True)
    test_loader = DataLoader(StarDataset(triples[10000:]), batch_size=500)
    model = NeuralCF(args.users, args.items, args.dim)
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3, weight_decay=1e-4)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        model.train()
        for u, i, s in train_loader:
            loss = criterion(model(u, i), s)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        exact, close = accuracy(model, test_loader)
        print(f"epoch {epoch + 1:2d} loss {loss.item():.3f} exact {exact:.3f} within one star {close:.3f}")


if __name__ == "__main__":
    main()
