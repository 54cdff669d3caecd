"""Gesture recognition from a data glove: 30 frames x 5 flex sensors, 4 gestures."""
import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def record(n):
    y = torch.randint(0, 4, (n,))
    t = torch.linspace(0, 1, 30)
    shapes = torch.stack([t, 1 - t, torch.sin(3.14 * t), 1 - torch.sin(3.14 * t)])
    fingers = torch.tensor([1.0, 0.8, 1.2, 0.6, 0.9])
    x = shapes[y][:, :, None] * fingers * (0.7 + 0.6 * torch.rand(n, 1, 1))
    x = x + 0.5 * torch.rand(n, 1, 1) + 0.25 * torch.randn(n, 30, 5)
    x[:, -4:] = 0.4 + 0.25 * torch.randn(n, 4, 5)  # hand goes back to rest
    return x, y


class GestureLSTM(nn.Module):
    def __init__(self, n_in=5, hidden=32, n_classes=4, layers=1):
        super().__init__()
        self.lstm = nn.LSTM(n_in, hidden, num_layers=layers, batch_first=True)
        self.drop = nn.Dropout(0.2)
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x):
        out, _ = self.lstm(x)
        return self.fc(self.drop(out[:, -1, :]))


def validate(model, loader):
    model.eval()
    hits = total = 0
    with torch.no_grad():
        for xb, yb in loader:
            hits += (model(xb).argmax(1) == yb).sum().item()
            total += yb.numel()
    return hits / total


def run(args):
    torch.manual_seed(args.seed)
    data = TensorDataset(*record(1600))
    tr, va = random_split(data, [1300, 300])
    train_loader = DataLoader(tr, batch_size=args.bs, shuffle=True)
    val_loader = DataLoader(va, batch_size=100)
    model = GestureLSTM()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        model.train()
        acc_loss = 0.0
        for xb, yb in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(xb), yb)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            acc_loss += loss.item()
        print("epoch {:2d} | loss {:.3f} | val acc {:.3f}".format(epoch, acc_loss / len(train_loader), validate(model, val_loader)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--bs", type=int, default=32)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--epochs", type=int, default=10)
    run(parser.parse_args())
