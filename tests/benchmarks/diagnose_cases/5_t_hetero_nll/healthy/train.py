import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class GaussianMLP(nn.Module):
    """Predicts mean and log variance of house energy use."""

    def __init__(self, d):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(d, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU())
        self.mu = nn.Linear(64, 1)
        self.logvar = nn.Linear(64, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.mu(h), self.logvar(h).clamp(-6, 4)


def gaussian_nll(mu, logvar, y):
    return (0.5 * (logvar + (y - mu) ** 2 / logvar.exp())).mean()


def get_data(n, rng):
    x = rng.uniform(-2, 2, (n, 5)).astype(np.float32)
    f = np.sin(2 * x[:, 0]) + 0.5 * x[:, 1] * x[:, 2] + 0.3 * x[:, 3]
    sd = 0.1 + 0.15 * np.abs(x[:, 4])
    y = (f + sd * rng.normal(size=n)).astype(np.float32)
    return torch.from_numpy(x), torch.from_numpy(y)


def main(seed=19, epochs=15):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    train = DataLoader(TensorDataset(*get_data(2500, rng)), batch_size=50, shuffle=True)
    xt, yt = get_data(600, rng)
    net = GaussianMLP(5)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(epochs):
        run = 0.0
        for x, y in train:
            mu, logvar = net(x)
            loss = gaussian_nll(mu, logvar, y.unsqueeze(1))
            opt.zero_grad()
            loss.backward()
            opt.step()
            run += loss.item()
        with torch.no_grad():
            mu, logvar = net(xt)
            resid = yt - mu.squeeze(1)
            r2 = 1 - resid.var().item() / yt.var().item()
        print(f"epoch {epoch:2d}  nll {run / len(train):.3f}  test rmse {resid.pow(2).mean().sqrt():.3f}  R2 {r2:.3f}")


if __name__ == "__main__":
    main()
