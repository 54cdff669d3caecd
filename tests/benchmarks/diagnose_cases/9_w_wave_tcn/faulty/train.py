import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

KERNEL, DILATIONS, CH = 1, (1, 2, 4), 16


class CausalConv(nn.Module):
    def __init__(self, cin, cout, k, dilation):
        super().__init__()
        self.pad = (k - 1) * dilation
        self.conv = nn.Conv1d(cin, cout, k, dilation=dilation)
        self.skip = nn.Conv1d(cin, cout, 1) if cin != cout else nn.Identity()

    def forward(self, x):
        return F.relu(self.conv(F.pad(x, (self.pad, 0)))) + self.skip(x)


class TCN(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        cin, layers = 1, []
        for d in DILATIONS:
            layers.append(CausalConv(cin, CH, KERNEL, d))
            cin = CH
        self.body = nn.Sequential(*layers)
        self.fc = nn.Linear(CH, n_classes)

    def forward(self, x):
        return self.fc(self.body(x).mean(dim=-1))


def waves(n, length=50):
    """unit-amplitude tones of four frequencies with random phase"""
    y = torch.randint(0, 4, (n,))
    f = torch.tensor([3.0, 5.0, 7.0, 10.0])[y].unsqueeze(1)
    t = torch.linspace(0, 1, length)
    x = torch.sin(2 * math.pi * (f * t + torch.rand(n, 1))) + 0.2 * torch.randn(n, length)
    return TensorDataset(x.unsqueeze(1), y)


def main():
    torch.manual_seed(64)
    train = DataLoader(waves(1500), batch_size=30, shuffle=True)
    val = DataLoader(waves(400), batch_size=200)
    model = TCN(4)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(5):
        model.train()
        for x, y in train:
            loss = F.cross_entropy(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            acc = sum((model(x).argmax(1) == y).sum().item() for x, y in val) / 400
        print(f"epoch {epoch + 1} loss {loss.item():.3f} val acc {acc:.3f}")


main()
