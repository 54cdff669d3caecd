from torch import nn


class DefaultRiskNet(nn.Module):
    def __init__(self, n_in, hidden, dropout):
        super().__init__()
        blocks = []
        for h in hidden:
            blocks.append(nn.Sequential(nn.Linear(n_in, h), nn.ReLU(), nn.Dropout(dropout)))
            n_in = h
        self.blocks = nn.ModuleList(blocks)
        self.out = nn.Linear(n_in, 1)

    def forward(self, x):
        for b in self.blocks:
            x = b(x)
        return self.out(x).flatten()
