import torch
from torch import nn


class SensorAutoencoder(nn.Module):
    def __init__(self, n_sensors, hidden=64, code=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(n_sensors, hidden), nn.ELU(), nn.Linear(hidden, code))
        self.decoder = nn.Sequential(nn.Linear(code, hidden), nn.ELU(), nn.Linear(hidden, n_sensors))

    def forward(self, x):
        return self.decoder(self.encoder(x))

    @torch.no_grad()
    def anomaly_score(self, x):
        return (self(x) - x).pow(2).mean(dim=1)
