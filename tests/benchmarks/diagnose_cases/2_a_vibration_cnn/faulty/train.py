# %% imports
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)

# %% vibration signals of machines running in four states (dominant frequency, unknown phase)
FREQS = [4.0, 7.0, 11.0, 16.0]
T = 128


def make_signals(n):
    t = torch.arange(T) / T
    y = torch.randint(0, len(FREQS), (n,))
    f = torch.tensor(FREQS)[y] + 0.5 * torch.randn(n)
    phase = 2 * math.pi * torch.rand(n)
    x = torch.sin(2 * math.pi * f[:, None] * t + phase[:, None]) + 0.6 * torch.randn(n, T)
    return x.unsqueeze(1), y


x_train, y_train = make_signals(1600)
x_test, y_test = make_signals(400)
train_dl = DataLoader(TensorDataset(x_train, y_train), batch_size=32, shuffle=True)
test_dl = DataLoader(TensorDataset(x_test, y_test), batch_size=100)


# %% model
class VibrationNet(nn.Module):
    def __init__(self, n_classes=4):
        super().__init__()
        self.conv1 = nn.Conv1d(1, 16, 9, padding=4)
        self.bn1 = nn.BatchNorm1d(16)
        self.conv2 = nn.Conv1d(16, 32, 9, padding=4)
        self.bn2 = nn.BatchNorm1d(32)
        self.pool = nn.AvgPool1d(2)
        self.fc = nn.Linear(32, n_classes)

    def forward(self, x):
        x = self.pool(self.bn1(self.conv1(x)))
        x = self.pool(self.bn2(self.conv2(x)))
        x = x.mean(dim=-1)
        return self.fc(x)


net = VibrationNet()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()

# %% train
for epoch in range(8):
    net.train()
    for xb, yb in train_dl:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()

    net.eval()
    correct = 0
    with torch.no_grad():
        for xb, yb in test_dl:
            correct += (net(xb).argmax(1) == yb).float().sum()
    print("epoch", epoch, "loss", round(loss.item(), 4), "test accuracy", round((correct / len(x_test)).item(), 3))
