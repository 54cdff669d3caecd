"""Credit scoring with a regularised MLP (port of an older TensorFlow script)."""
import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def synthetic_applicants(n, seed):
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 16, generator=g)
    score = x[:, 0] * x[:, 1] + torch.sin(2 * x[:, 2]) - 0.8 * x[:, 3].abs() + 0.7 * x[:, 4]
    y = (score + 0.2 * torch.randn(n, generator=g) > score.median()).float()
    return TensorDataset(x, y)


class CreditNet(nn.Module):
    def __init__(self, n_features, hidden, keep_prob):
        super().__init__()
        self.fc1 = nn.Linear(n_features, hidden)
        self.drop1 = nn.Dropout(keep_prob)
        self.fc2 = nn.Linear(hidden, hidden)
        self.drop2 = nn.Dropout(keep_prob)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        x = self.drop1(torch.relu(self.fc1(x)))
        x = self.drop2(torch.relu(self.fc2(x)))
        return self.out(x).squeeze(1)


def run_epoch(model, loader, criterion, optimizer=None):
    model.train(optimizer is not None)
    loss_sum, hits, n = 0.0, 0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in loader:
            logits = model(x)
            loss = criterion(logits, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            loss_sum += loss.item() * len(y)
            hits += ((logits > 0) == (y > 0.5)).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--hidden", type=int, default=64)
    ap.add_argument("--keep-prob", type=float, default=0.9)
    ap.add_argument("--epochs", type=int, default=20)
    ap.add_argument("--lr", type=float, default=2e-3)
    args = ap.parse_args()

    torch.manual_seed(17)
    train_set, val_set = random_split(synthetic_applicants(5000, 17), [4000, 1000])
    train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=250)
    model = CreditNet(16, args.hidden, args.keep_prob)
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        tr_loss, tr_acc = run_epoch(model, train_loader, criterion, optimizer)
        va_loss, va_acc = run_epoch(model, val_loader, criterion)
        print(f"{epoch:3d} train {tr_loss:.4f}/{tr_acc:.3f}  val {va_loss:.4f}/{va_acc:.3f}")


if __name__ == "__main__":
    main()
