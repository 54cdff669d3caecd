from dataclasses import dataclass


@dataclass
class Config:
    image_size: int = 24
    patch: int = 6
    dim: int = 48
    heads: int = 4
    depth: int = 2
    n_classes: int = 4
    n_train: int = 2400
    n_test: int = 600
    epochs: int = 11
    batch_size: int = 60
    peak_lr: float = 1.5e-3
    warmup_steps: int = 70
    weight_decay: float = 0.01
    seed: int = 5
