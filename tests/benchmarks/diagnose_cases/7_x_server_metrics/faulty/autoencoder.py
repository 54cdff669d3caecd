from torch import nn


class AutoEncoder(nn.Module):
    def __init__(self, n_in, hidden=48, code=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(n_in, hidden), nn.ELU(), nn.Linear(hidden, code))
        self.dec = nn.Sequential(nn.Linear(code, hidden), nn.ELU(), nn.Linear(hidden, n_in))

    def forward(self, x):
        return self.dec(self.enc(x))

    def anomaly_score(self, x):
        return ((self(x) - x) ** 2).mean(dim=1)
