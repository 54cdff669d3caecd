import numpy as np
import torch
from torch import nn
from torch.utils.data import TensorDataset, DataLoader

torch.manual_seed(0)
np.random.seed(0)


def spirals(n_per_class, classes=3):
    X, y = [], []
    for c in range(classes):
        r = np.linspace(0.1, 1, n_per_class)
        theta = np.linspace(c * 2.1, c * 2.1 + 3.8, n_per_class) + np.random.randn(n_per_class) * 0.12
        X.append(np.c_[r * np.sin(theta), r * np.cos(theta)])
        y.append(np.full(n_per_class, c))
    return torch.tensor(np.concatenate(X), dtype=torch.float32), torch.tensor(np.concatenate(y))


def mlp(sizes, norm=False):
    layers = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i < len(sizes) - 2:
            if norm:
                layers.append(nn.BatchNorm1d(sizes[i + 1]))
    return nn.Sequential(*layers)


X_train, y_train = spirals(300)
X_val, y_val = spirals(100)
loader = DataLoader(TensorDataset(X_train, y_train), batch_size=64, shuffle=True)

net = mlp([2, 64, 64, 3], norm=True)
opt = torch.optim.Adam(net.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
for epoch in range(40):
    net.train()
    for xb, yb in loader:
        opt.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        opt.step()
    net.eval()
    with torch.no_grad():
        out = net(X_val)
        acc = (out.argmax(1) == y_val).float().mean().item()
    if epoch % 8 == 7:
        print("epoch", epoch + 1, "val loss", round(criterion(out, y_val).item(), 3), "val acc", round(acc, 3))
