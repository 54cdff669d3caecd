import torch
from torch import nn


class StateClassifier(nn.Module):
    """Classifies the recipe a machine runs from the coded start phase of its sensor log."""

    def __init__(self, n_sensors, hidden, n_classes):
        super().__init__()
        self.gru = nn.GRU(n_sensors, hidden, num_layers=1, batch_first=True)
        self.head = nn.Linear(hidden, n_classes)

    def forward(self, x):
        out, _ = self.gru(x)
        return self.head(out[:, -1, :])


def make_logs(n, steps, n_sensors, n_classes, generator):
    recipe = torch.randint(0, n_classes, (n,), generator=generator)
    logs = 0.3 * torch.randn(n, steps, n_sensors, generator=generator)
    codes = torch.tensor([[1, 0, 0, 1], [0, 1, 0, -1], [0, 0, 1, 1], [-1, 1, 0, 0], [1, 0, -1, 0]]).float()
    for t in range(2, 7):
        logs[:, t] += codes[recipe] * (0.6 + 0.4 * torch.rand(n, 1, generator=generator))
    return logs, recipe


def batches(x, y, size):
    order = torch.randperm(len(x))
    for k in range(0, len(x), size):
        j = order[k:k + size]
        yield x[j], y[j]


def main():
    torch.manual_seed(33)
    gen = torch.Generator().manual_seed(33)
    x, y = make_logs(3000, steps=16, n_sensors=4, n_classes=5, generator=gen)
    x_train, y_train, x_test, y_test = x[:2500], y[:2500], x[2500:], y[2500:]

    model = StateClassifier(4, 32, 5)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(1, 8):
        model.train()
        epoch_loss = 0.0
        for xb, yb in batches(x_train, y_train, 50):
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() * len(xb)
        model.eval()
        with torch.no_grad():
            correct = sum((model(xb).argmax(1) == yb).sum().item() for xb, yb in batches(x_test, y_test, 50))
        print(f"Epoch {epoch:2d} | loss {epoch_loss / len(x_train):.4f} | test accuracy {correct / len(x_test):.3f}")


if __name__ == "__main__":
    main()
