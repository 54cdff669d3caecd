import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(31)

GESTURES = ["swipe", "circle", "shake", "push", "rest"]
T = 24


def simulate(n):
    """Three-axis accelerometer: the gesture happens early, then the hand wanders."""
    y = torch.randint(0, len(GESTURES), (n,))
    t = torch.arange(T).float()
    start = 2 + 4 * torch.rand(n, 1)
    env = ((t > start) & (t < start + 10)).float()
    u = (t - start) / 10
    zero = torch.zeros(n, T)
    shapes = torch.stack([
        torch.stack([torch.sin(6.28 * u), zero, zero], -1),
        torch.stack([torch.sin(6.28 * u), torch.cos(6.28 * u), zero], -1),
        torch.stack([torch.sin(19 * u), zero, zero], -1),
        torch.stack([zero, zero, torch.sin(3.14 * u)], -1),
        torch.stack([zero, zero, zero], -1),
    ])
    x = shapes[y, torch.arange(n)] * env.unsqueeze(-1) * (0.8 + 0.4 * torch.rand(n, 1, 1))
    wander = 0.05 * torch.randn(n, T, 3).cumsum(1)
    return x + wander + 0.1 * torch.randn(n, T, 3), y


class GestureNet(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.inp = nn.Linear(3, 16)
        self.gru = nn.GRU(16, hidden)
        self.fc = nn.Linear(hidden, len(GESTURES))

    def forward(self, x):
        # x: (batch, time, axis)
        out, _ = self.gru(torch.relu(self.inp(x)))
        return self.fc(out[:, -1])


def accuracy(net, loader):
    net.eval()
    ok = n = 0
    with torch.no_grad():
        for x, y in loader:
            ok += (net(x).argmax(1) == y).sum().item()
            n += len(y)
    return ok / n


full = TensorDataset(*simulate(2500))
train_set, test_set = random_split(full, [2000, 500])
train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
test_loader = DataLoader(test_set, batch_size=50)

net = GestureNet()
opt = torch.optim.Adam(net.parameters(), lr=6e-3)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(9):
    net.train()
    total = 0.0
    for x, y in train_loader:
        opt.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        total += loss.item()
    print(f"epoch {epoch + 1:2d}  loss {total / len(train_loader):.3f}  test accuracy {accuracy(net, test_loader):.3f}")
