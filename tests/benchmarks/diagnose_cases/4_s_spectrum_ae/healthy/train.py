import json
import pathlib

import torch
from torch import nn


class SpectrumAE(nn.Module):
    def __init__(self, n_bins, hidden_dim, code_dim):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(n_bins, hidden_dim),
            nn.ELU(),
            nn.Linear(hidden_dim, code_dim),
        )
        self.decoder = nn.Sequential(
            nn.Linear(code_dim, hidden_dim),
            nn.ELU(),
            nn.Linear(hidden_dim, n_bins),
        )

    def forward(self, x):
        code = self.encoder(x)
        return self.decoder(code), code


def make_spectra(n, n_bins):
    """log spectra of machine sounds: 8 partials of free loudness over a floor"""
    f = torch.linspace(0, 1, n_bins)
    centres = torch.linspace(0.08, 0.92, 8)
    shapes = torch.exp(-((f[None] - centres[:, None]) / 0.05) ** 2)
    level = torch.rand(n, 8) * 2
    return torch.log1p(level @ shapes) + 0.02 * torch.randn(n, n_bins)


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = SpectrumAE(cfg["n_bins"], cfg["hidden_dim"], cfg["code_dim"])
        self.opt = torch.optim.Adam(self.net.parameters(), lr=cfg["lr"])

    def step(self, batch):
        recon, _ = self.net(batch)
        loss = nn.functional.mse_loss(recon, batch)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def fit(self, train, val):
        for epoch in range(1, self.cfg["epochs"] + 1):
            self.net.train()
            idx = torch.randperm(len(train))
            losses = [self.step(train[b]) for b in idx.split(self.cfg["batch_size"])]
            self.net.eval()
            with torch.no_grad():
                err = (self.net(val)[0] - val).pow(2).mean() / val.var()
            print(f"epoch {epoch:3d}  mse {sum(losses) / len(losses):.4f}  unexplained variance (val) {err.item():.3f}")


def main():
    cfg = json.loads(pathlib.Path("params.json").read_text())
    torch.manual_seed(cfg["seed"])
    data = make_spectra(cfg["n_spectra"], cfg["n_bins"])
    mean = data[:2500].mean(0)
    data = data - mean
    Trainer(cfg).fit(data[:2500], data[2500:])


if __name__ == "__main__":
    main()
