"""Sensor calibration with input-dependent noise: predict the value and its variance."""
import numpy as np
import torch
from torch.nn import GaussianNLLLoss
from torch.utils.data import DataLoader, TensorDataset

from model import MeanVarianceNet


def measure(n, rng):
    temp = rng.uniform(-1, 1, n)
    volt = rng.uniform(-1, 1, n)
    clean = np.sin(3 * volt) + 0.5 * temp * volt
    sigma = 0.05 + 0.3 * (temp + 1) / 2
    reading = clean + sigma * rng.normal(size=n)
    feats = np.stack([temp, volt], 1).astype(np.float32)
    return torch.from_numpy(feats), torch.from_numpy(reading.astype(np.float32)), torch.from_numpy(sigma)


def coverage(model, x, y):
    model.eval()
    with torch.no_grad():
        m, v = model(x)
    inside = (y - m).abs() <= 1.645 * v.sqrt()
    return m, v, inside.float().mean().item()


def main():
    rng = np.random.default_rng(31)
    torch.manual_seed(31)
    x, y, _ = measure(3000, rng)
    xv, yv, sv = measure(800, rng)
    loader = DataLoader(TensorDataset(x, y), batch_size=64, shuffle=True)
    model = MeanVarianceNet(2)
    criterion = GaussianNLLLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 31):
        model.train()
        total = 0.0
        for xb, yb in loader:
            mean, var = model(xb)
            loss = criterion(mean, yb, var)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(xb)
        if epoch % 5 == 0:
            m, v, cov = coverage(model, xv, yv)
            corr = np.corrcoef(v.sqrt().numpy(), sv.numpy())[0, 1]
            print(f"epoch {epoch}: nll {total / len(x):.3f}, 90% interval covers {cov:.3f}, "
                  f"noise correlation {corr:.3f}")


if __name__ == "__main__":
    main()
