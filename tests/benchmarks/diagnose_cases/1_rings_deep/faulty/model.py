import torch.nn as nn


class DeepNet(nn.Module):
    def __init__(self, d_in, width, depth, n_out):
        super().__init__()
        dims = [d_in] + [width] * depth
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(dims[:-1], dims[1:])])
        self.out = nn.Linear(width, n_out)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, mean=0.0, std=1.0)
            nn.init.zeros_(m.bias)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return self.out(x)
