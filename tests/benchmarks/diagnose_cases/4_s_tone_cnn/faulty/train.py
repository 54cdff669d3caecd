import argparse
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser(description="classify bird-like chirps by pitch")
parser.add_argument("--channels", type=int, default=16)
parser.add_argument("--kernel", type=int, default=1)
parser.add_argument("--epochs", type=int, default=10)
parser.add_argument("--lr", type=float, default=3e-3)
parser.add_argument("--seed", type=int, default=33)
args = parser.parse_args()
torch.manual_seed(args.seed)

PITCHES = [0.03, 0.06, 0.10, 0.15, 0.21]


def make_clips(n, length=200):
    y = torch.randint(len(PITCHES), (n,))
    f = torch.tensor(PITCHES)[y] * (1 + 0.05 * torch.randn(n))
    t = torch.arange(length).float()
    phase = torch.rand(n, 1) * 2 * math.pi
    wave = torch.sin(2 * math.pi * f[:, None] * t + phase)
    wave = wave * (0.7 + 0.6 * torch.rand(n, 1)) + 0.4 * torch.randn(n, length)
    return wave.unsqueeze(1), y


class ChirpNet(nn.Module):
    def __init__(self, ch, k, n_classes):
        super().__init__()
        self.conv1 = nn.Conv1d(1, ch, k, padding=k // 2)
        self.bn1 = nn.BatchNorm1d(ch)
        self.conv2 = nn.Conv1d(ch, 2 * ch, k, stride=2, padding=k // 2)
        self.bn2 = nn.BatchNorm1d(2 * ch)
        self.fc = nn.Linear(2 * ch, n_classes)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.bn2(self.conv2(x)))
        return self.fc(x.mean(dim=2))


train_dl = DataLoader(TensorDataset(*make_clips(1500)), batch_size=32, shuffle=True)
x_test, y_test = make_clips(400)
net = ChirpNet(args.channels, args.kernel, len(PITCHES))
opt = torch.optim.Adam(net.parameters(), lr=args.lr)

for epoch in range(args.epochs):
    net.train()
    tot = 0.0
    for x, y in train_dl:
        opt.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
        tot += loss.item()
    net.eval()
    with torch.no_grad():
        acc = (net(x_test).argmax(1) == y_test).float().mean()
    print(f"epoch {epoch + 1} train loss {tot / len(train_dl):.4f} test accuracy {acc:.3f}")
