# customer churn - exported from notebook
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader

np.random.seed(7)
torch.manual_seed(7)

# %% fake customer table (5 numeric columns, 3 customer segments as target)
N, D = 1900, 5
X = np.random.randn(N, D).astype("float32")
spend = np.sqrt((X[:, :3] ** 2).sum(1))
y = np.digitize(spend, np.quantile(spend, [0.33, 0.67]))
X[:, ::3] *= 3.0
X[:, 1::2] += 2.0

X_train, y_train = X[:1400], y[:1400]
X_valid, y_valid = X[1400:], y[1400:]
mean, std = X_train.mean(0), X_train.std(0)
X_train, X_valid = (X_train - mean) / std, (X_valid - mean) / std

BATCH_SIZE = 2
EPOCHS = 8
LR = 0.03

train_ds = TensorDataset(torch.from_numpy(X_train), torch.from_numpy(y_train))
train_dl = DataLoader(train_ds, batch_size=BATCH_SIZE, shuffle=True, drop_last=True)

# %% model
model = nn.Sequential(
    nn.Linear(D, 96),
    nn.BatchNorm1d(96),
    nn.ReLU(),
    nn.Linear(96, 48),
    nn.BatchNorm1d(48),
    nn.ReLU(),
    nn.Linear(48, 3),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=LR, momentum=0.9)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)

xv, yv = torch.from_numpy(X_valid), torch.from_numpy(y_valid)

# %% fit
for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for xb, yb in train_dl:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item()
    scheduler.step()
    model.eval()
    with torch.no_grad():
        out = model(xv)
        vloss = criterion(out, yv).item()
        vacc = (out.argmax(1) == yv).float().mean().item()
    print(f"epoch {epoch + 1:02d}  train {running / len(train_dl):.4f}  valid {vloss:.4f}  acc {vacc:.4f}")

print("final valid accuracy:", round(vacc, 4))
