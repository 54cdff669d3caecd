"""Masked autoencoder for imputing missing sensor channels."""
import numpy as np
import torch
import torch.nn as nn

np.random.seed(8)
torch.manual_seed(8)

N, D, K = 4000, 24, 4
factors = np.random.randn(N, K)
load = np.random.randn(K, D)
raw = factors @ load + 0.5 * np.sin(factors @ np.random.randn(K, D)) + 0.1 * np.random.randn(N, D)
raw = raw * np.linspace(1, 20, D) + np.linspace(-50, 50, D)

split = int(0.8 * N)
mean, std = raw[:split].mean(0), raw[:split].std(0)
X = torch.tensor((raw - mean) / std, dtype=torch.float32)
X_train, X_test = X[:split], X[split:]


class Imputer(nn.Module):
    def __init__(self, d, hidden=96):
        super().__init__()
        self.inp = nn.Linear(2 * d, hidden)
        self.mid = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, d)

    def forward(self, x, mask):
        h = torch.cat([x * mask, mask], dim=-1)
        h = torch.relu(self.inp(h))
        h = torch.relu(self.mid(h))
        return torch.relu(self.out(h))


def random_mask(shape, p_keep=0.7):
    return (torch.rand(shape) < p_keep).float()


def masked_mse(pred, x, mask):
    hidden = 1 - mask
    return ((pred - x) ** 2 * hidden).sum() / hidden.sum()


model = Imputer(D)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
test_mask = random_mask(X_test.shape)
for epoch in range(30):
    model.train()
    perm = torch.randperm(split)
    epoch_loss = 0.0
    for b in range(0, split, 80):
        x = X_train[perm[b:b + 80]]
        mask = random_mask(x.shape)
        loss = masked_mse(model(x, mask), x, mask)
        opt.zero_grad()
        loss.backward()
        opt.step()
        epoch_loss += loss.item()
    if epoch % 5 == 4:
        model.eval()
        with torch.no_grad():
            test = masked_mse(model(X_test, test_mask), X_test, test_mask).item()
        print("epoch %d train %.4f test imputation mse %.4f (variance 1.0)" % (epoch + 1, epoch_loss / (split // 80), test))
