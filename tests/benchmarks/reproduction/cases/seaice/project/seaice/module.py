import torch
from torch import nn
from torch.nn import functional as F


class IceModule(nn.Module):
    """Thickness of ice from brightness temperatures."""

    def __init__(self, channels=7, width=24, lr=1e-3):
        super().__init__()
        self.lr = lr
        self.net = nn.Sequential(nn.Linear(channels, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)

    def training_step(self, batch):
        x, y = batch
        return F.mse_loss(self(x), y)

    def validation_step(self, batch):
        x, y = batch
        return {"val_mae": F.l1_loss(self(x), y), "val_mse": F.mse_loss(self(x), y)}

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), self.lr)
