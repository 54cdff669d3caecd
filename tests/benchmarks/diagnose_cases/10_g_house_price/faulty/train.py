import numpy as np
import torch

rng = np.random.default_rng(42)
torch.manual_seed(42)

# ---- data: flats with area, rooms, floor, age, distance to centre ----
n = 5000
area = rng.uniform(25, 160, n)
rooms = np.clip(np.round(area / 28 + rng.normal(0, .6, n)), 1, 7)
floor = rng.integers(0, 12, n)
age = rng.uniform(0, 90, n)
dist = rng.gamma(2., 3., n)
price = (2.1 * area + 9 * rooms + 1.5 * floor - 0.6 * age) * np.exp(-dist / 14) + 25 * (age < 5)
price = price + rng.normal(0, 8, n)

feats = np.column_stack([area, rooms, floor, age, dist])
test_mask = rng.random(n) < 0.2
mu, sd = feats[~test_mask].mean(0), feats[~test_mask].std(0)
p_mu, p_sd = price[~test_mask].mean(), price[~test_mask].std()

X = torch.tensor((feats - mu) / sd, dtype=torch.float32)
Y = torch.tensor((price - p_mu) / p_sd, dtype=torch.float32)
test_mask = torch.tensor(test_mask)
Xtr, Ytr, Xte, Yte = X[~test_mask], Y[~test_mask], X[test_mask], Y[test_mask]


class PriceModel(torch.nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.l1 = torch.nn.Linear(n_in, 64)
        self.l2 = torch.nn.Linear(64, 32)
        self.l3 = torch.nn.Linear(32, 1)

    def forward(self, x):
        x = torch.relu(self.l1(x))
        x = torch.relu(self.l2(x))
        return self.l3(x)


def mse(pred, target):
    return ((pred - target) ** 2).mean()


model = PriceModel(X.shape[1])
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
batch = 64

for epoch in range(40):
    perm = torch.randperm(len(Xtr))
    epoch_loss = 0
    for start in range(0, len(perm), batch):
        rows = perm[start:start + batch]
        out = model(Xtr[rows])
        loss = mse(out, Ytr[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(rows)
    if (epoch + 1) % 10 == 0:
        with torch.no_grad():
            est = model(Xte).numpy().ravel() * p_sd + p_mu
        real = Yte.numpy() * p_sd + p_mu
        mae = np.abs(est - real).mean()
        r2 = 1 - ((est - real) ** 2).sum() / ((real - real.mean()) ** 2).sum()
        print(f"{epoch + 1:3d} | train {epoch_loss / len(perm):.4f} | test MAE {mae:.2f}k | R2 {r2:.3f}")
