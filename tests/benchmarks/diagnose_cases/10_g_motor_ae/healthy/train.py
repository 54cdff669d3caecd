"""Autoencoder on motor vibration features; flags windows with large reconstruction error."""
import numpy as np
import torch
import torch.nn as nn
import torch.utils.data as tud


class StandardScaler:
    def fit(self, x):
        self.m, self.s = x.mean(axis=0), x.std(axis=0) + 1e-8
        return self

    def transform(self, x):
        return ((x - self.m) / self.s).astype(np.float32)


def healthy_windows(rng, n, mix):
    z = rng.normal(size=(n, 4))
    return np.tanh(z @ mix[0]) @ mix[1] + 0.1 * rng.normal(size=(n, 24))


def broken_windows(rng, n, mix):
    x = healthy_windows(rng, n, mix)
    for row in x:
        cols = rng.choice(24, 5, replace=False)
        row[cols] += rng.choice([-1, 1], 5) * 1.1
    return x


class AE(nn.Module):
    def __init__(self, d=24, k=5):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, 48), nn.ReLU(), nn.Linear(48, k))
        self.dec = nn.Sequential(nn.Linear(k, 48), nn.ReLU(), nn.Linear(48, d))

    def forward(self, x):
        return self.dec(self.enc(x))


def main(seed=6, epochs=25):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    mix = (rng.normal(size=(4, 10)), rng.normal(size=(10, 24)) * 0.6)
    train = healthy_windows(rng, 4000, mix)
    ok, bad = healthy_windows(rng, 600, mix), broken_windows(rng, 600, mix)
    sc = StandardScaler().fit(train)
    train, ok, bad = (torch.from_numpy(sc.transform(a)) for a in (train, ok, bad))

    dl = tud.DataLoader(tud.TensorDataset(train), batch_size=64, shuffle=True)
    ae = AE()
    opt = torch.optim.Adam(ae.parameters(), lr=2e-3)
    for ep in range(epochs):
        ae.train()
        s = 0.0
        for (xb,) in dl:
            loss = ((ae(xb) - xb) ** 2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            s += loss.item()
        if ep % 5 == 4:
            ae.eval()
            with torch.no_grad():
                e_ok = ((ae(ok) - ok) ** 2).mean(1)
                e_bad = ((ae(bad) - bad) ** 2).mean(1)
            auc = (e_bad[:, None] > e_ok[None, :]).float().mean().item()
            print(f"epoch {ep + 1:2d} train {s / len(dl):.4f} held-out mse {e_ok.mean():.4f} detection AUC {auc:.3f}")


if __name__ == "__main__":
    main()
