import numpy as np
import torch
from torch import nn

rng = np.random.RandomState(5)
torch.manual_seed(5)


def load_wine_like(n=4000):
    y = rng.choice(6, size=n, p=[0.05, 0.1, 0.3, 0.3, 0.15, 0.1])
    means = np.random.RandomState(99).normal(0, 1.0, size=(6, 11))
    X = means[y] + rng.normal(0, 1.0, size=(n, 11))
    X[:, 3] = np.exp(X[:, 3] * 0.5)
    return X.astype("float32"), y.astype("int64")


X, y = load_wine_like()
n_train = 3200
mu, sd = X[:n_train].mean(0), X[:n_train].std(0)
X = (X - mu) / sd
Xtr, ytr = torch.from_numpy(X[:n_train]), torch.from_numpy(y[:n_train])
Xte, yte = torch.from_numpy(X[n_train:]), torch.from_numpy(y[n_train:])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(11, 50)
        self.fc2 = nn.Linear(50, 50)
        self.fc3 = nn.Linear(50, 6)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        x = torch.relu(self.fc2(x))
        return self.fc3(x)


net = Net()
lossf = nn.NLLLoss()
optim = torch.optim.Adam(net.parameters(), lr=1e-3)

for epoch in range(20):
    ix = torch.randperm(n_train)
    ep_loss = 0
    for b in range(0, n_train, 40):
        xb, yb = Xtr[ix[b:b + 40]], ytr[ix[b:b + 40]]
        optim.zero_grad()
        l = lossf(net(xb), yb)
        l.backward()
        optim.step()
        ep_loss += l.item()
    with torch.no_grad():
        acc = (net(Xte).argmax(1) == yte).float().mean().item()
    if epoch % 2 == 1:
        print("epoch: {} loss: {:.4f} test acc: {:.2%}".format(epoch + 1, ep_loss / (n_train // 40), acc))
