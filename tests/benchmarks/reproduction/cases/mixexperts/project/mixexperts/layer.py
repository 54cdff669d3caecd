import torch
from torch import nn

from mixexperts.expert import Expert
from mixexperts.router import Router


class MixtureOfExperts(nn.Module):
    def __init__(self, width: int = 16, hidden: int = 32, experts: int = 4, active: int = 2) -> None:
        super().__init__()
        self.router = Router(width, experts, active)
        self.experts = [Expert(width, hidden) for _ in range(experts)]
        self.norm = nn.LayerNorm(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weights, chosen = self.router(x)
        out = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            weight = (weights * (chosen == number)).sum(dim=-1, keepdim=True)
            out = out + weight * expert(x)
        return self.norm(x + out)
