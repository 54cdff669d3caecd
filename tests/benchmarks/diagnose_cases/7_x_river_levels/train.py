import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

from model import LevelNet

LENGTH, AHEAD = 20, 3


def river(n, seed):
    rng = np.random.default_rng(seed)
    rain = rng.gamma(0.4, 1.5, n) * (rng.random(n) < 0.35)
    level = np.zeros(n)
    for t in range(6, n):
        level[t] = 0.86 * level[t - 1] + 0.6 * rain[t - 4] + 0.3 * rain[t - 6] + rng.normal(scale=0.05)
    return level, rain


def windows(seed=0, n=3600):
    level, rain = river(n, seed)
    k = int(0.8 * n)
    z = np.stack([(s - s[:k].mean()) / s[:k].std() for s in (level, rain)])
    starts = np.arange(20, n - LENGTH - AHEAD)
    x = np.stack([z[:, s:s + LENGTH] for s in starts])
    y = z[0, starts + LENGTH + AHEAD - 1]
    x, y = torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
    cut = k - LENGTH - AHEAD - 20
    return TensorDataset(x[:cut], y[:cut]), TensorDataset(x[k:], y[k:])


if __name__ == "__main__":
    torch.manual_seed(15)
    train, test = windows(seed=15)
    loader = DataLoader(train, batch_size=64, shuffle=True)
    xt, yt = test.tensors
    net = LevelNet(2)
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    naive = (xt[:, 0, -1] - yt).pow(2).mean()
    for epoch in range(12):
        net.train()
        tot = 0.0
        for x, y in loader:
            loss = torch.nn.functional.mse_loss(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item() * len(y)
        net.eval()
        with torch.no_grad():
            mse = (net(xt) - yt).pow(2).mean()
        print(f"epoch {epoch + 1:2d} train mse {tot / len(train):.4f} test mse {mse:.4f} "
              f"(persistence {naive:.4f}) skill {1 - mse / naive:.3f}")
