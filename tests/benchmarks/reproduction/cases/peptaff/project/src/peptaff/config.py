from dataclasses import dataclass


@dataclass
class ModelConfig:
    residues: int = 20
    width: int = 32
    heads: int = 4
    layers: int = 2
    longest: int = 32
    dropout: float = 0.1


@dataclass
class TrainConfig:
    epochs: int = 5
    batch_size: int = 16
    lr: float = 1e-3
    seed: int = 0
