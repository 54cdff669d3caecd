# Predict assay response from 40 descriptors; only a few hundred measured compounds
import copy

import torch
import torch.nn as nn

torch.manual_seed(9)
N, D = 360, 40
X = torch.randn(N, D)
y = 1.2 * X[:, 0] - 0.8 * X[:, 1] + 0.9 * X[:, 2] + 2.0 * torch.randn(N)
y = y.unsqueeze(1)

X_test = torch.randn(2000, D)
y_test = (1.2 * X_test[:, 0] - 0.8 * X_test[:, 1] + 0.9 * X_test[:, 2] + 2.0 * torch.randn(2000)).unsqueeze(1)

n_train = 260
X_tr, y_tr = X[:n_train], y[:n_train]
X_va, y_va = X[n_train:], y[n_train:]

model = nn.Sequential(nn.Linear(D, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 1))
opt = torch.optim.Adam(model.parameters(), lr=3e-4)
mse = nn.MSELoss()

EPOCHS, PATIENCE = 300, 25
best_loss, best_state, bad = float("inf"), None, 0
for epoch in range(EPOCHS):
    model.train()
    perm = torch.randperm(len(X_tr))
    train_loss = 0.0
    for b in perm.split(32):
        opt.zero_grad()
        loss = mse(model(X_tr[b]), y_tr[b])
        loss.backward()
        opt.step()
        train_loss += loss.item() * len(b) / len(X_tr)
    model.eval()
    with torch.no_grad():
        monitored = mse(model(X_va), y_va).item()
    if monitored < best_loss:
        best_loss, best_state, bad = monitored, copy.deepcopy(model.state_dict()), 0
    else:
        bad += 1
    if epoch % 20 == 0:
        print(f"epoch {epoch} train {train_loss:.3f} monitored {monitored:.3f}")
    if bad >= PATIENCE:
        print("no improvement, stopping at epoch", epoch)
        break

model.load_state_dict(best_state)
model.eval()
with torch.no_grad():
    test = mse(model(X_test), y_test).item()
print(f"test MSE {test:.3f}   variance of the target {y_test.var().item():.3f}   noise floor 4.00")
