import torch
from torch import nn
from torch.nn import functional as F

from orchidtl.backbone import Backbone


class OrchidClassifier(nn.Module):
    """A backbone trained elsewhere, which can be frozen, and a new head."""

    def __init__(self, species, backbone=None, freeze_backbone=True, lr=3e-3):
        super().__init__()
        self.backbone = backbone or Backbone()
        self.head = nn.Linear(self.backbone.width, species)
        self.freeze_backbone = freeze_backbone
        self.lr = lr
        if freeze_backbone:
            self.backbone.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        if self.freeze_backbone:
            self.backbone.eval()
        return self

    def forward(self, images):
        return self.head(self.backbone(images))

    def training_step(self, batch):
        images, labels = batch
        return F.cross_entropy(self(images), labels)

    def configure_optimizers(self):
        trained = [parameter for parameter in self.parameters() if parameter.requires_grad]
        return torch.optim.Adam(trained, lr=self.lr)
