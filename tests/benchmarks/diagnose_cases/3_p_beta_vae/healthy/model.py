import torch
from torch import nn
from torch.distributions import Normal


class Encoder(nn.Module):
    def __init__(self, in_dim, hidden, z_dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(in_dim, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.mu = nn.Linear(hidden, z_dim)
        self.log_sigma = nn.Linear(hidden, z_dim)

    def forward(self, x):
        h = self.body(x)
        return Normal(self.mu(h), self.log_sigma(h).clamp(-6, 3).exp())


class Decoder(nn.Module):
    def __init__(self, out_dim, hidden, z_dim):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(z_dim, hidden), nn.ReLU(),
            nn.Linear(hidden, hidden), nn.ReLU(),
            nn.Linear(hidden, out_dim),
        )

    def forward(self, z):
        return self.net(z)


class VAE(nn.Module):
    def __init__(self, in_dim, hidden=96, z_dim=4):
        super().__init__()
        self.encoder = Encoder(in_dim, hidden, z_dim)
        self.decoder = Decoder(in_dim, hidden, z_dim)

    def forward(self, x):
        q = self.encoder(x)
        z = q.rsample()
        return self.decoder(z), q
