import torch
from torch import nn

from bondnet.attention import BondAttention
from bondnet.config import Config
from bondnet.ops import scatter_sum


class BondNet(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.atom = nn.Embedding(config.atom_kinds, config.width)
        self.layers = nn.ModuleList(
            BondAttention(config.width, config.bond_kinds) for _ in range(config.layers)
        )
        self.head = nn.Linear(config.width, 1)

    def forward(self, atoms, edges, bonds, molecule):
        """One number per molecule; `molecule` says which one an atom belongs to."""
        x = self.atom(atoms)
        for layer in self.layers:
            x = layer(x, edges, bonds).relu()
        return self.head(scatter_sum(x, molecule, int(molecule.max()) + 1)).squeeze(-1)
