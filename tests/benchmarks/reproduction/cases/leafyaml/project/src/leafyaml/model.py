import torch
from torch import nn

from leafyaml.settings import ModelSettings


class LeafClassifier(nn.Module):
    """Which plant a leaf is from, by its measurements."""

    def __init__(self, features: int, settings: ModelSettings) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(features)
        self.body = nn.Sequential(
            nn.Linear(features, settings.width),
            nn.GELU(),
            nn.Dropout(settings.dropout),
            nn.Linear(settings.width, settings.leaves),
        )

    def forward(self, measurements: torch.Tensor) -> torch.Tensor:
        return self.body(self.norm(measurements))
