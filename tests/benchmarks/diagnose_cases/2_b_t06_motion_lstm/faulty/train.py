import math

import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader

torch.manual_seed(14)


def trajectories(n, steps=20):
    """Walks of a robot; the class is the direction of its turn pattern over time."""
    label = torch.randint(0, 4, (n,))
    t = torch.linspace(0, 1, steps)
    rate = torch.stack([t, 1 - t, (2 * t - 1).abs(), 1 - (2 * t - 1).abs()])[label]
    heading = torch.rand(n, 1) * 2 * math.pi + torch.cumsum(rate, 1) * 0.6
    vel = torch.stack([heading.cos(), heading.sin()], -1) + 0.1 * torch.randn(n, steps, 2)
    return vel, label


class MotionNet(nn.Module):
    def __init__(self, n_feat=2, hidden=48, n_cls=4):
        super().__init__()
        self.lstm = nn.LSTM(n_feat, hidden, num_layers=1)
        self.fc = nn.Linear(hidden, n_cls)

    def forward(self, x):
        out, _ = self.lstm(x)
        return self.fc(out[:, -1, :])


x, y = trajectories(2000)
xv, yv = trajectories(400)
loader = DataLoader(TensorDataset(x, y), batch_size=40, shuffle=True)
net = MotionNet()
loss_fn = nn.CrossEntropyLoss()
optim = torch.optim.Adam(net.parameters(), lr=4e-3)

for epoch in range(1, 19):
    net.train()
    for xb, yb in loader:
        optim.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optim.step()
    net.eval()
    with torch.no_grad():
        acc = (net(xv).argmax(-1) == yv).float().mean().item()
    print("epoch", epoch, "loss", round(loss.item(), 4), "val acc", round(acc, 3))
