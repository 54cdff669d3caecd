"""Compress Raman spectra of mineral mixtures with an autoencoder."""
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn

cfg = json.loads((Path(__file__).parent / "config.json").read_text())
torch.manual_seed(cfg["seed"])
rng = np.random.default_rng(cfg["seed"])

axis = np.linspace(0, 1, cfg["n_channels"])
centres = np.linspace(0.1, 0.9, cfg["n_minerals"]) + rng.normal(0, 0.02, cfg["n_minerals"])
lines = np.exp(-0.5 * ((axis[None] - centres[:, None]) / 0.035) ** 2)
amounts = rng.gamma(1.5, 1.0, size=(cfg["n_spectra"], cfg["n_minerals"]))
spectra = amounts @ lines + rng.normal(0, 0.05, (cfg["n_spectra"], cfg["n_channels"]))
spectra = torch.tensor(spectra, dtype=torch.float32)

n_train = int(0.8 * len(spectra))
train, test = spectra[:n_train], spectra[n_train:]
mean, std = train.mean(0), train.std(0)
train, test = (train - mean) / std, (test - mean) / std

encoder = nn.Sequential(nn.Linear(cfg["n_channels"], cfg["hidden"]), nn.GELU(),
                        nn.Linear(cfg["hidden"], cfg["bottleneck"]))
decoder = nn.Sequential(nn.Linear(cfg["bottleneck"], cfg["hidden"]), nn.GELU(),
                        nn.Linear(cfg["hidden"], cfg["n_channels"]))
params = list(encoder.parameters()) + list(decoder.parameters())
optimizer = torch.optim.Adam(params, lr=cfg["learning_rate"])


def explained(x):
    with torch.no_grad():
        rec = decoder(encoder(x))
    return 1 - ((x - rec) ** 2).mean().item() / x.var().item()


for epoch in range(1, cfg["epochs"] + 1):
    perm = torch.randperm(len(train))
    for start in range(0, len(train), cfg["batch_size"]):
        x = train[perm[start:start + cfg["batch_size"]]]
        loss = nn.functional.mse_loss(decoder(encoder(x)), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 8 == 0:
        print(f"epoch {epoch}: train explained {explained(train):.3f}, test explained {explained(test):.3f}")
