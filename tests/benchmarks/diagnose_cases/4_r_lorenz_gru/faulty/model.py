import torch.nn as nn


class Forecaster(nn.Module):
    """GRU that predicts the next state from a window of past states."""

    def __init__(self, n_features, hidden, layers):
        super().__init__()
        self.gru = nn.GRU(n_features, hidden, num_layers=layers, batch_first=True)
        self.head = nn.Linear(hidden, n_features)

    def forward(self, x):
        out, _ = self.gru(x)
        return x[:, -1] + self.head(out[:, -1])
