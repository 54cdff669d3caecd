"""Will a subscriber open the newsletter? Binary classifier with per-epoch report."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


def binary_accuracy(outputs, targets):
    predicted = torch.round(torch.sigmoid(outputs))
    return (predicted == targets).float().sum().item()


def make_subscribers(n):
    x = torch.randn(n, 12)
    score = 2.0 * x[:, 0] - 1.5 * x[:, 1] + 1.8 * x[:, 2] * x[:, 3] + 1.2 * x[:, 4].abs() + 0.3
    y = (score + 0.4 * torch.randn(n) > 0).float()
    return x, y


def build_model(in_features=12):
    return nn.Sequential(
        nn.Linear(in_features, 64),
        nn.LeakyReLU(0.1),
        nn.Linear(64, 64),
        nn.LeakyReLU(0.1),
        nn.Linear(64, 1),
        nn.Flatten(0),
    )


def run(loader, model, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    loss_sum, correct, count = 0.0, 0.0, 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            outputs = model(x)
            loss = criterion(outputs, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            loss_sum += loss.item() * len(y)
            correct += binary_accuracy(outputs, y)
            count += len(y)
    return loss_sum / count, correct / count


if __name__ == "__main__":
    torch.manual_seed(1)
    xs, ys = make_subscribers(7000)
    train = DataLoader(TensorDataset(xs[:5600], ys[:5600]), batch_size=64, shuffle=True)
    valid = DataLoader(TensorDataset(xs[5600:], ys[5600:]), batch_size=256)
    model = build_model()
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    for epoch in range(12):
        tl, ta = run(train, model, criterion, optimizer)
        vl, va = run(valid, model, criterion)
        print(f"Epoch {epoch + 1:02d} | train loss {tl:.4f} acc {ta:.4f} | valid loss {vl:.4f} acc {va:.4f}")
