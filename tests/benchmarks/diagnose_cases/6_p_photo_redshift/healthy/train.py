import numpy as np
import torch
from torch import nn

SEED = 101
BANDS = np.array([0.36, 0.48, 0.62, 0.75, 0.9])


def catalogue(n, rng):
    """Magnitudes in five bands of galaxies whose spectral break moves with redshift."""
    z = rng.beta(2, 3, n) * 1.2
    edge = 0.4 * (1 + z)[:, None]
    strength = rng.uniform(1.5, 2.5, (n, 1))
    mag = rng.uniform(18, 22, (n, 1)) - strength / (1 + np.exp(-(BANDS[None] - edge) / 0.05))
    mag += 0.05 * rng.standard_normal(mag.shape)
    colours = np.diff(mag, axis=1)
    return np.hstack([colours, mag[:, 2:3]]).astype(np.float32), z.astype(np.float32)


def nmad(dz):
    return 1.4826 * np.median(np.abs(dz - np.median(dz)))


class RedshiftNet(nn.Module):
    def __init__(self, n_in, width=64):
        super().__init__()
        self.stack = nn.Sequential(
            nn.Linear(n_in, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 1),
        )

    def forward(self, x):
        return self.stack(x).squeeze(-1)


def relative_loss(z_pred, z_true):
    return torch.mean(((z_pred - z_true) / (1 + z_true)) ** 2)


def main():
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    x, z = catalogue(4000, rng)
    cut = 3200
    mean, std = x[:cut].mean(0), x[:cut].std(0)
    x = torch.from_numpy((x - mean) / std)
    z = torch.from_numpy(z)
    x_train, z_train, x_test, z_test = x[:cut], z[:cut], x[cut:], z[cut:]

    net = RedshiftNet(x.shape[1])
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for epoch in range(1, 31):
        net.train()
        for idx in torch.randperm(cut).split(64):
            loss = relative_loss(net(x_train[idx]), z_train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            net.eval()
            with torch.no_grad():
                pred = net(x_test).flatten().numpy()
            dz = (pred - z_test.numpy()) / (1 + z_test.numpy())
            print(f"epoch {epoch:2d}  loss {loss.item():.5f}  NMAD {nmad(dz):.4f}  outliers {(np.abs(dz) > 0.15).mean():.3f}  "
                  f"r {np.corrcoef(pred, z_test.numpy())[0, 1]:.3f}")


if __name__ == "__main__":
    main()
