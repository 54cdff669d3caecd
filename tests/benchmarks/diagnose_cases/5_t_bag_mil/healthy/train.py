"""Multiple instance learning: a bag is positive if at least one of its instances is."""
import numpy as np
import torch
import torch.nn as nn

np.random.seed(10)
torch.manual_seed(10)

BAG, DIM = 12, 10


def make_bags(n):
    X = np.random.randn(n, BAG, DIM)
    y = np.random.randint(0, 2, n)
    for i in range(n):
        hot = np.random.choice(BAG, 2, replace=False)
        if y[i] == 1:
            # witness: two features large together with opposite sign
            X[i, hot, 2] = 2.0 + 0.3 * np.random.randn(2)
            X[i, hot, 7] = -2.0 + 0.3 * np.random.randn(2)
        else:
            # decoys: same sign
            X[i, hot, 2] = 2.0 + 0.3 * np.random.randn(2)
            X[i, hot, 7] = 2.0 + 0.3 * np.random.randn(2)
    return torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)


class InstanceEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(DIM, 24), nn.Tanh(), nn.Linear(24, 4), nn.Tanh())

    def forward(self, x):
        return self.layers(x)


class BagClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = InstanceEncoder()
        self.head = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def pool(self, h):
        # max over the instances of a bag
        return h.max(dim=1).values

    def forward(self, bags):
        h = self.encoder(bags)
        return self.head(self.pool(h)).squeeze(-1)


train_x, train_y = make_bags(1200)
test_x, test_y = make_bags(400)
model = BagClassifier()
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
crit = nn.BCEWithLogitsLoss()

for epoch in range(20):
    order = torch.randperm(len(train_x))
    tot = 0.0
    for i in range(0, len(order), 40):
        b = order[i:i + 40]
        opt.zero_grad()
        loss = crit(model(train_x[b]), train_y[b])
        loss.backward()
        opt.step()
        tot += loss.item() * len(b)
    with torch.no_grad():
        acc = ((model(test_x) > 0).float() == test_y).float().mean().item()
    print(f"epoch {epoch:2d} loss {tot / len(train_x):.4f} bag acc {acc:.3f}")
