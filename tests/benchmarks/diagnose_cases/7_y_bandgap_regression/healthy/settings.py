from dataclasses import dataclass, field
from typing import List


@dataclass
class Settings:
    n_compounds: int = 4000
    n_descriptors: int = 8
    hidden: List[int] = field(default_factory=lambda: [64, 64])
    lr: float = 2e-3
    batch_size: int = 32
    epochs: int = 25
    seed: int = 3
