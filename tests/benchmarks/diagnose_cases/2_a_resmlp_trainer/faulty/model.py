import torch.nn as nn


class ResidualBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.lin1 = nn.Linear(width, width)
        self.lin2 = nn.Linear(width, width)
        self.act = nn.GELU()

    def forward(self, x):
        return x + self.lin2(self.act(self.lin1(self.norm(x))))


class ResMLP(nn.Module):
    def __init__(self, n_in, n_out, width=64, depth=3):
        super().__init__()
        self.stem = nn.Linear(n_in, width)
        self.blocks = nn.ModuleList([ResidualBlock(width) for _ in range(depth)])
        self.head = nn.Linear(width, n_out)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)
