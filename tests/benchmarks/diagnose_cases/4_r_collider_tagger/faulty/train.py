# signal/background separation with a plain tanh network
import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(7)
torch.manual_seed(7)

N_TRAIN, N_TEST, N_FEAT = 6000, 2000, 20


def make_events(n):
    y = rng.integers(0, 2, n)
    pt = rng.exponential(1.0, size=(n, 4))
    eta = rng.normal(0, 1.2, size=(n, 4))
    phi = rng.uniform(-np.pi, np.pi, size=(n, 4))
    # signal: first two jets come from a resonance -> opening angle correlated with pt
    sig = y == 1
    phi[sig, 1] = phi[sig, 0] + 1.2 / (0.5 + pt[sig, 0]) + 0.2 * rng.normal(size=sig.sum())
    eta[sig, 1] = eta[sig, 0] + 0.5 * rng.normal(size=sig.sum())
    feats = [np.log(pt), eta, np.cos(phi), np.sin(phi), np.cos(phi - np.roll(phi, 1, axis=1))]
    return np.concatenate(feats, 1).astype(np.float32), y.astype(np.float32)


class Tagger(nn.Module):
    def __init__(self, n_in, width=64, depth=5):
        super().__init__()
        dims = [n_in] + [width] * depth
        self.hidden = nn.ModuleList(nn.Linear(a, b) for a, b in zip(dims[:-1], dims[1:]))
        self.out = nn.Linear(width, 1)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, std=1.0)
            nn.init.zeros_(m.bias)

    def forward(self, x):
        for layer in self.hidden:
            x = torch.tanh(layer(x))
        return self.out(x).squeeze(1)


x_train, y_train = make_events(N_TRAIN)
x_test, y_test = make_events(N_TEST)
mean, std = x_train.mean(0), x_train.std(0)
x_train = torch.tensor((x_train - mean) / std)
x_test = torch.tensor((x_test - mean) / std)
y_train, y_test = torch.tensor(y_train), torch.tensor(y_test)

model = Tagger(N_FEAT)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
bce = nn.BCEWithLogitsLoss()

for epoch in range(12):
    model.train()
    order = torch.randperm(N_TRAIN)
    running = 0.0
    for i in range(0, N_TRAIN, 64):
        idx = order[i:i + 64]
        loss = bce(model(x_train[idx]), y_train[idx])
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        logit = model(x_test)
        val = bce(logit, y_test).item()
        acc = ((logit > 0) == (y_test > 0.5)).float().mean().item()
    print(f"epoch {epoch:2d} train {running / N_TRAIN:.4f} test {val:.4f} acc {acc:.4f}")
