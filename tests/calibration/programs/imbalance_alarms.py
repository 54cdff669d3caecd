"""Rare alarms among many ordinary readings: the loss counts the rare class more."""

import torch
from torch import nn

RARE = 0.06


def readings(count):
    alarm = torch.rand(count) < RARE
    x = torch.randn(count, 10)
    x[alarm, 0] = x[alarm, 1] * x[alarm, 2] + 0.3 * torch.randn(int(alarm.sum()))
    x[alarm, 3] += 2.5
    x[alarm, 4] -= 2.0
    return 5.0 + 3.0 * x, alarm.float()


def batches(x, y, size):
    order = torch.randperm(len(x))
    for chunk in order.split(size):
        yield x[chunk], y[chunk]


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 40)
        self.second = nn.Linear(40, 20)
        self.last = nn.Linear(20, 1)
        self.act = nn.ELU()

    def forward(self, x):
        x = self.act(self.first(x))
        x = self.act(self.second(x))
        return self.last(x).squeeze(-1)


def balanced_accuracy(model, x, y):
    model.eval()
    with torch.no_grad():
        predicted = model(x) > 0
    sensitivity = predicted[y == 1].float().mean()
    specificity = (~predicted[y == 0]).float().mean()
    return ((sensitivity + specificity) / 2).item()


def main(epochs=8, batch_size=64, learning_rate=2e-3):
    torch.manual_seed(4)
    train_x, train_y = readings(4000)
    test_x, test_y = readings(3000)
    train_x, test_x = (train_x - 5.0) / 3.0, (test_x - 5.0) / 3.0
    model = Detector()
    weight = (train_y == 0).sum() / (train_y == 1).sum()
    criterion = nn.BCEWithLogitsLoss(pos_weight=weight)
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=0.01)
    for epoch in range(epochs):
        model.train()
        total, seen = 0.0, 0
        for x, y in batches(train_x, train_y, batch_size):
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total, seen = total + loss.item(), seen + 1
        print(f"epoch {epoch}: {total / seen:.3f}")
    print(f"quality: {2 * balanced_accuracy(model, test_x, test_y) - 1:.4f}")


if __name__ == "__main__":
    main()
