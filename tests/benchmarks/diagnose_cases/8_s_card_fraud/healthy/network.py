from torch import nn


def dense_block(n_in, n_out, p=0.1):
    return nn.Sequential(
        nn.Linear(n_in, n_out),
        nn.BatchNorm1d(n_out),
        nn.ReLU(),
        nn.Dropout(p),
    )


class FraudNet(nn.Module):
    def __init__(self, n_features, hidden=(64, 64, 32)):
        super().__init__()
        widths = (n_features,) + tuple(hidden)
        self.blocks = nn.Sequential(*[dense_block(a, b) for a, b in zip(widths, widths[1:])])
        self.head = nn.Linear(widths[-1], 1)

    def forward(self, x):
        return self.head(self.blocks(x)).squeeze(1)
