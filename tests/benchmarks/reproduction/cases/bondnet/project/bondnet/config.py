from dataclasses import dataclass


@dataclass
class Config:
    atom_kinds: int = 5
    bond_kinds: int = 3
    width: int = 24
    layers: int = 2
    molecules: int = 64
    atoms: int = 7
    steps: int = 60
    lr: float = 5e-3
    seed: int = 0
