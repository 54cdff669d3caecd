import torch
from torch import nn

from bondnet.ops import edge_softmax, scatter_sum


class BondAttention(nn.Module):
    """Each atom looks at its neighbours, and at the bonds that lead to them."""

    def __init__(self, width: int, bond_kinds: int) -> None:
        super().__init__()
        self.value = nn.Linear(width, width)
        self.bond = nn.Embedding(bond_kinds, width)
        self.score = nn.Linear(3 * width, 1)
        self.norm = nn.LayerNorm(width)

    def forward(self, atoms: torch.Tensor, edges: torch.Tensor, bonds: torch.Tensor) -> torch.Tensor:
        """atoms (n, width), edges (2, e) of source and target, bonds (e,)."""
        source, target = edges
        bond = self.bond(bonds)
        together = torch.cat([atoms[source], atoms[target], bond], dim=-1)
        scores = nn.functional.leaky_relu(self.score(together), 0.2).squeeze(-1)
        weights = edge_softmax(scores, target, len(atoms))
        messages = weights.unsqueeze(-1) * self.value(atoms)[source]
        return self.norm(atoms + scatter_sum(messages, target, len(atoms)))
