"""Digits with a small CNN.

The scores go to the negative log likelihood as they are: stands for a linear output layer with
categorical cross-entropy.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

NUM_CLASSES = 10


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, kernel_size=3)
        self.conv2 = nn.Conv2d(32, 64, kernel_size=3)
        self.pool = nn.MaxPool2d(2)
        self.dropout1 = nn.Dropout(0.25)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Linear(9216, 128)
        self.dropout2 = nn.Dropout(0.5)
        self.fc2 = nn.Linear(128, NUM_CLASSES)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.relu(self.conv2(x))
        x = self.pool(x)
        x = self.dropout1(x)
        x = self.flatten(x)
        x = F.relu(self.fc1(x))
        x = self.dropout2(x)
        return self.fc2(x)


def load(path="mnist.npz"):
    with np.load(path) as data:
        parts = []
        for part in ("train", "test"):
            images = torch.tensor(data["x_" + part], dtype=torch.float32)[:, None] / 255
            labels = torch.tensor(data["y_" + part], dtype=torch.int64)
            parts.append(TensorDataset(images, labels))
    return parts


def train_epoch(model, loader, criterion, optimizer):
    model.train()
    for data, target in loader:
        optimizer.zero_grad()
        output = model(data)
        loss = criterion(output, target)
        loss.backward()
        optimizer.step()


@torch.no_grad()
def test(model, loader, criterion):
    model.eval()
    loss = correct = count = 0
    for data, target in loader:
        output = model(data)
        loss += criterion(output, target).item() * len(data)
        correct += output.argmax(dim=1).eq(target).sum().item()
        count += len(data)
    return loss / count, correct / count


def main():
    train_set, test_set = load()
    train_loader = DataLoader(train_set, batch_size=128, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=1000)
    model = DigitNet()
    criterion = nn.NLLLoss()
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0, rho=0.95)
    for epoch in range(1, 13):
        train_epoch(model, train_loader, criterion, optimizer)
        loss, accuracy = test(model, test_loader, criterion)
        print(f"epoch {epoch}: loss {loss:.4f}, accuracy {accuracy:.4f}")


if __name__ == "__main__":
    main()
