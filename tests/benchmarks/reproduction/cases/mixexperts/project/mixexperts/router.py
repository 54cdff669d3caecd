import torch
from torch import nn


class Router(nn.Module):
    """Chooses experts for every row; returns weights that sum to one, and the numbers chosen."""

    def __init__(self, width: int, experts: int, active: int = 2) -> None:
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.active = active

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores, chosen = self.gate(x).topk(self.active, dim=-1)
        return scores.softmax(dim=-1), chosen
