"""Autoencoder that compresses reflectance spectra of mixed mineral pixels."""
import json
import os

import torch
from torch import nn


def load_settings():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.json")) as fh:
        return json.load(fh)


def mixed_pixels(bands, materials, pixels, noise):
    wl = torch.linspace(0, 1, bands)
    centres = torch.rand(materials, 3, 1)
    widths = 0.04 + 0.08 * torch.rand(materials, 3, 1)
    depth = 0.2 + 0.5 * torch.rand(materials, 3, 1)
    library = 0.9 - (depth * torch.exp(-((wl - centres) / widths) ** 2)).sum(1)
    abundance = torch.distributions.Dirichlet(torch.full((materials,), 0.7)).sample((pixels,))
    light = 0.8 + 0.4 * torch.rand(pixels, 1)
    return light * (abundance @ library) + noise * torch.randn(pixels, bands)


class SpectralAE(nn.Module):
    def __init__(self, bands, hidden, latent_dim):
        super().__init__()
        down = [bands, *hidden]
        enc = []
        for a, b in zip(down, down[1:]):
            enc += [nn.Linear(a, b), nn.GELU()]
        self.encoder = nn.Sequential(*enc, nn.Linear(down[-1], latent_dim))
        up = [latent_dim, *reversed(hidden)]
        dec = []
        for a, b in zip(up, up[1:]):
            dec += [nn.Linear(a, b), nn.GELU()]
        self.decoder = nn.Sequential(*dec, nn.Linear(up[-1], bands))

    def forward(self, x):
        return self.decoder(self.encoder(x))


def explained_variance(model, x):
    model.eval()
    with torch.no_grad():
        err = (model(x) - x).pow(2).sum()
    return 1 - (err / (x - x.mean(0)).pow(2).sum()).item()


def main():
    s = load_settings()
    torch.manual_seed(s["seed"])
    spectra = mixed_pixels(**s["data"])
    n_train = int(0.8 * len(spectra))
    train, test = spectra[:n_train], spectra[n_train:]
    mean, std = train.mean(0), train.std(0)
    train, test = (train - mean) / std, (test - mean) / std

    tr = s["training"]
    model = SpectralAE(s["data"]["bands"], **s["model"])
    opt = torch.optim.Adam(model.parameters(), lr=tr["lr"])
    for epoch in range(1, tr["epochs"] + 1):
        model.train()
        for idx in torch.randperm(n_train).split(tr["batch_size"]):
            loss = nn.functional.mse_loss(model(train[idx]), train[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            print(f"epoch {epoch:3d}  loss {loss.item():.4f}  explained variance: train {explained_variance(model, train):.3f}  test {explained_variance(model, test):.3f}")


if __name__ == "__main__":
    main()
