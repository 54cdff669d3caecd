"""Tabular regression: quality score from 11 chemical measurements."""
import numpy as np
import torch
import torch.nn as nn

SEED = 17
np.random.seed(SEED)
torch.manual_seed(SEED)

N, D = 1200, 11
X = np.random.randn(N, D).astype(np.float32)
w = np.random.randn(D)
quality = 6 + 0.8 * np.tanh(X @ w) + 0.5 * X[:, 0] * X[:, 1] + 0.3 * np.abs(X[:, 2]) + 0.05 * np.random.randn(N)
quality = ((quality - quality.mean()) / quality.std()).astype(np.float32)

X_train, X_test = map(torch.from_numpy, (X[:900], X[900:]))
y_train, y_test = map(torch.from_numpy, (quality[:900, None], quality[900:, None]))

model = nn.Sequential(
    nn.Linear(D, 64), nn.ReLU(),
    nn.Linear(64, 32), nn.ReLU(),
    nn.Linear(32, 1),
)
mse = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
l2_lambda = 1e-4


def penalty(net):
    return sum(p.pow(2).sum() for p in net.parameters())


for epoch in range(60):
    perm = torch.randperm(len(X_train))
    epoch_mse = []
    for i in range(0, len(perm), 50):
        idx = perm[i:i + 50]
        optimizer.zero_grad()
        fit = mse(model(X_train[idx]), y_train[idx])
        loss = fit + l2_lambda * penalty(model)
        loss.backward()
        optimizer.step()
        epoch_mse.append(fit.item())
    if (epoch + 1) % 10 == 0:
        with torch.no_grad():
            test = mse(model(X_test), y_test).item()
        print(f"epoch {epoch + 1}: train mse {np.mean(epoch_mse):.3f}  test mse {test:.3f}")

with torch.no_grad():
    r2 = 1 - ((model(X_test) - y_test) ** 2).sum() / ((y_test - y_test.mean()) ** 2).sum()
print(f"test R2 = {r2:.3f}")
