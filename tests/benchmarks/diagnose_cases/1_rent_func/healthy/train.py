import math
import torch
import torch.nn as nn

torch.manual_seed(99)

n = 5000
area = torch.rand(n) * 120 + 20
rooms = torch.randint(1, 6, (n,)).float()
dist = torch.rand(n) * 15
floor = torch.randint(0, 10, (n,)).float()
rent = 9 * area + 80 * rooms - 35 * dist + 300 * torch.exp(-dist / 3) + 5 * floor + 30 * torch.randn(n)

X = torch.stack([area, rooms, dist, floor], dim=1)
X = (X - X.mean(0)) / X.std(0)
y = (rent - rent.mean()) / rent.std()
Xtr, Xva, ytr, yva = X[:4000], X[4000:], y[:4000], y[4000:]

w1 = nn.Linear(4, 40)
w2 = nn.Linear(40, 40)
w3 = nn.Linear(40, 1)
params = [*w1.parameters(), *w2.parameters(), *w3.parameters()]
opt = torch.optim.RMSprop(params, lr=1e-3)


def forward(x):
    h = torch.relu(w1(x))
    h = torch.relu(w2(h))
    return w3(h).squeeze(-1)


def mse(pred, target):
    return ((pred - target) ** 2).mean()


bs = 32
for epoch in range(15):
    perm = torch.randperm(4000)
    acc_loss = 0.0
    for k in range(0, 4000, bs):
        sel = perm[k:k + bs]
        loss = mse(forward(Xtr[sel]), ytr[sel])
        opt.zero_grad()
        loss.backward()
        opt.step()
        acc_loss += loss.item()
    with torch.no_grad():
        rmse = math.sqrt(mse(forward(Xva), yva).item()) * rent.std().item()
    print("epoch %2d: train loss %.4f, val RMSE %.1f EUR" % (epoch + 1, acc_loss / (4000 / bs), rmse))
