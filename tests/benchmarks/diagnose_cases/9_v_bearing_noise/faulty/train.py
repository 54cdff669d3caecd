"""Bearing fault classification from raw vibration snippets (1-D conv net)."""
import math
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

FAULTS = ["normal", "inner_race", "outer_race", "ball"]


def snippets(n, length=128):
    y = torch.randint(0, len(FAULTS), (n,))
    t = torch.arange(length) / length
    x = 0.5 * torch.randn(n, length)
    for i in range(n):
        k = int(y[i])
        if k:
            rate = (0, 5, 8, 12)[k]
            pulse = (torch.sin(2 * math.pi * rate * t + 6.28 * torch.rand(1)) > 0.85).float()
            x[i] += 1.6 * pulse * torch.sin(2 * math.pi * 30 * t)
    return x.unsqueeze(1), y


class VibNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 9, stride=2, padding=4), nn.ReLU(),
            nn.Conv1d(16, 24, 9, stride=2, padding=4), nn.ReLU(),
            nn.Conv1d(24, 32, 7, stride=2, padding=3), nn.ReLU(),
        )
        self.classifier = nn.Linear(32, len(FAULTS))
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, (nn.Conv1d, nn.Linear)):
            nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
            nn.init.constant_(m.bias, -5.0)

    def forward(self, x):
        return self.classifier(self.features(x).mean(-1))


def score(net, dl):
    net.eval()
    good = 0
    with torch.no_grad():
        for x, y in dl:
            good += (net(x).argmax(1) == y).sum().item()
    return good / len(dl.dataset)


if __name__ == "__main__":
    torch.manual_seed(90)
    train_dl = DataLoader(TensorDataset(*snippets(1500)), batch_size=50, shuffle=True)
    test_dl = DataLoader(TensorDataset(*snippets(400)), batch_size=200)
    net = VibNet()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    for epoch in range(12):
        net.train()
        s = 0.0
        for x, y in train_dl:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(net(x), y)
            loss.backward()
            opt.step()
            s += loss.item()
        print(f"epoch {epoch:02d}: loss {s / len(train_dl):.3f}, test accuracy {score(net, test_dl):.3f}")
