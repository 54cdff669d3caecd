from torch import nn


def block(n_in, n_out):
    return nn.Sequential(nn.Linear(n_in, n_out), nn.LayerNorm(n_out), nn.SiLU())


class EnergyModel(nn.Module):
    def __init__(self, n_features, width=48):
        super().__init__()
        self.trunk = nn.Sequential(block(n_features, width), block(width, width))
        self.head = nn.Sequential(
            nn.Linear(width, 16),
            nn.SiLU(),
            nn.Linear(16, 1),
            nn.LayerNorm(1),
        )

    def forward(self, x):
        return self.head(self.trunk(x)).squeeze(-1)
