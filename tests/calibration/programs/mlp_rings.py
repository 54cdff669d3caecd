"""Tell which of four rings a point lies on, in two of eight measured coordinates."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_data(count):
    labels = torch.randint(0, 4, (count,))
    angles = torch.rand(count) * 6.2832
    radii = 10.0 + 20.0 * labels + 3.0 * torch.randn(count)
    points = torch.stack([radii * torch.cos(angles), radii * torch.sin(angles)], dim=1)
    noise = 20.0 * torch.randn(count, 6)
    return torch.cat([points, noise], dim=1) + 50.0, labels


class Net(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(8, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(hidden, 4),
        )

    def forward(self, x):
        return self.layers(x)


def train(model, loader, epochs, lr):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for inputs, targets in loader:
            optimizer.zero_grad()
            outputs = model(inputs)
            loss = criterion(outputs, targets)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(loader):.3f}")


def evaluate(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for inputs, targets in loader:
            predictions = model(inputs).argmax(dim=1)
            correct += (predictions == targets).sum().item()
    return correct / len(loader.dataset)


def main():
    torch.manual_seed(7)
    x_train, y_train = make_data(2400)
    x_test, y_test = make_data(600)
    mean, std = x_train.mean(dim=0), x_train.std(dim=0)
    x_train = (x_train - mean) / std
    x_test = (x_test - mean) / std
    train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=32, shuffle=True)
    test_loader = DataLoader(TensorDataset(x_test, y_test), batch_size=200)
    model = Net()
    train(model, train_loader, epochs=10, lr=0.003)
    print(f"quality: {evaluate(model, test_loader):.4f}")


if __name__ == "__main__":
    main()
