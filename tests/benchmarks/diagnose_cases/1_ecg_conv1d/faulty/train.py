"""1D conv classifier for synthetic heartbeat windows."""
import math

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(1234)


class Beats(Dataset):
    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        t = torch.linspace(0, 1, 96)
        self.y = torch.randint(0, 3, (n,), generator=g)
        shift = torch.rand(n, 1, generator=g)
        width = torch.tensor([0.03, 0.06, 0.03])[self.y].unsqueeze(1)
        center = 0.3 + 0.4 * shift
        main = torch.exp(-((t - center) ** 2) / (2 * width ** 2))
        second = torch.exp(-((t - center - 0.15) ** 2) / (2 * 0.04 ** 2)) * (self.y == 2).unsqueeze(1) * 0.7
        base = 0.2 * torch.sin(2 * math.pi * (t + shift))
        self.x = (main + second + base + 0.15 * torch.randn(n, 96, generator=g)).unsqueeze(1)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(16, 32, 5, padding=2), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(32, 32, 3, padding=1), nn.ReLU(), nn.AdaptiveMaxPool1d(1),
        )
        self.classifier = nn.Linear(32, 3)

    def forward(self, x):
        return self.classifier(self.features(x).squeeze(-1))


def run_epoch(model, loader, loss_fn, optimizer=None):
    training = optimizer is not None
    model.train(training)
    total, correct, count = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            out = model(x)
            loss = loss_fn(out, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * y.size(0)
            correct += (out.argmax(1) == y).sum().item()
            count += y.size(0)
    return total / count, correct / count


if __name__ == "__main__":
    train_dl = DataLoader(Beats(3000, 0), batch_size=50, shuffle=True)
    valid_dl = DataLoader(Beats(600, 1), batch_size=200)
    model = ConvNet()
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3, weight_decay=0.3)
    for epoch in range(6):
        tr_loss, tr_acc = run_epoch(model, train_dl, loss_fn, optimizer)
        va_loss, va_acc = run_epoch(model, valid_dl, loss_fn)
        print(f"Epoch {epoch + 1}/6 - loss: {tr_loss:.4f} - acc: {tr_acc:.4f} - val_loss: {va_loss:.4f} - val_acc: {va_acc:.4f}")
