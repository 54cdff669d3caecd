from dataclasses import dataclass


@dataclass
class Config:
    n_samples: int = 6000
    n_features: int = 12
    hidden: int = 64
    batch_size: int = 64
    lr: float = 2e-3
    epochs: int = 12
    seed: int = 7
