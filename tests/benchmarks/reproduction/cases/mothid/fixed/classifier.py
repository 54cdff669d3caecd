from torch import nn

from backbone import Trunk


class MothClassifier(nn.Module):
    """Trunk with a new head. With freeze_trunk=True only the head is trained."""

    def __init__(self, species=6, dropout=0.3, freeze_trunk=True):
        super().__init__()
        self.trunk = Trunk()
        self.head = nn.Sequential(
            nn.Linear(self.trunk.out_features, 32),
            nn.BatchNorm1d(32),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(32, species),
        )
        self.freeze_trunk = freeze_trunk
        if freeze_trunk:
            for parameter in self.trunk.parameters():
                parameter.requires_grad_(False)

    def train(self, mode=True):
        """The statistics of a frozen trunk have to stay as they are."""
        super().train(mode)
        if self.freeze_trunk:
            self.trunk.eval()
        return self

    def forward(self, images):
        return self.head(self.trunk(images))
