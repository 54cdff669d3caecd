import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

np.random.seed(7)
torch.manual_seed(7)


def make_transactions(n):
    amount = np.random.lognormal(3.5, 1.0, n)
    hour = np.random.uniform(0, 24, n)
    dist = np.random.exponential(20, n)
    n_prev = np.random.poisson(4, n)
    other = np.random.randn(n, 8)
    risk = (
        1.2 * (np.log(amount) - 3.5)
        + 1.5 * ((hour < 5) | (hour > 22))
        + 0.04 * (dist - 20)
        - 0.3 * (n_prev - 4)
        + 1.0 * np.abs(other[:, 0]) - 1.2
    )
    label = (risk + 0.3 * np.random.randn(n) > 0.6).astype(np.float32)
    feats = np.column_stack([np.log(amount), np.sin(hour / 24 * 2 * np.pi), np.cos(hour / 24 * 2 * np.pi), dist, n_prev, other])
    return feats.astype(np.float32), label


X, y = make_transactions(6000)
X_train, X_test = X[:4800], X[4800:]
y_train, y_test = y[:4800], y[4800:]
mu, sd = X_train.mean(0), X_train.std(0)
X_train, X_test = (X_train - mu) / sd, (X_test - mu) / sd
print("fraud share", y_train.mean())

train_loader = DataLoader(TensorDataset(torch.tensor(X_train), torch.tensor(y_train)[:, None]), batch_size=64, shuffle=True)

model = nn.Sequential(
    nn.Linear(X.shape[1], 64),
    nn.ReLU(),
    nn.Linear(64, 32),
    nn.ReLU(),
    nn.Linear(32, 1),
    nn.ReLU(),
)
loss_fn = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

for epoch in range(12):
    model.train()
    epoch_loss = 0
    for xb, yb in train_loader:
        out = model(xb)
        loss = loss_fn(out, yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()

    model.eval()
    with torch.no_grad():
        prob = torch.sigmoid(model(torch.tensor(X_test))).squeeze(1).numpy()
    pred = prob >= 0.5
    acc = (pred == y_test).mean()
    brier = ((prob - y_test) ** 2).mean()
    print(f"Epoch {epoch + 1} | loss {epoch_loss / len(train_loader):.4f} | acc {acc:.4f} | brier {brier:.4f}")
