from torch import nn


class TabularNet(nn.Module):
    def __init__(self, n_features, n_classes, hidden, dropout):
        super().__init__()
        blocks, d = [], n_features
        for width in hidden:
            blocks.append(nn.Sequential(nn.Linear(d, width), nn.ReLU(), nn.Dropout(dropout)))
            d = width
        self.blocks = nn.ModuleList(blocks)
        self.out = nn.Linear(d, n_classes)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.out(x)
