"""Small survey data set: few respondents, unreliable answers."""
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(14)
torch.manual_seed(14)

n_features = 16
w = rng.normal(size=n_features)


def respondents(n, wrong):
    X = rng.normal(size=(n, n_features)).astype(np.float32)
    y = (X @ w > 0).astype(np.float32)
    flip = rng.random(n) < wrong
    y[flip] = 1 - y[flip]
    return torch.from_numpy(X), torch.from_numpy(y)


X_all, y_all = respondents(800, wrong=0.25)
X_test, y_test = respondents(2000, wrong=0.0)

X_train, y_train = X_all, y_all

model = nn.Sequential(
    nn.Linear(n_features, 256), nn.ReLU(),
    nn.Linear(256, 128), nn.ReLU(),
    nn.Linear(128, 1),
)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-4)
criterion = nn.BCEWithLogitsLoss()

for epoch in range(80):
    model.train()
    epoch_loss = 0.0
    for idx in torch.randperm(len(X_train)).split(32):
        optimizer.zero_grad()
        loss = criterion(model(X_train[idx]).squeeze(1), y_train[idx])
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(idx)
    print(f"epoch {epoch:3d}  train loss {epoch_loss / len(X_train):.4f}")

model.eval()
with torch.no_grad():
    logit = model(X_test).squeeze(1)
print(f"test loss {criterion(logit, y_test).item():.4f}")
print(f"test accuracy {((logit > 0).float() == y_test).float().mean().item():.4f}")
