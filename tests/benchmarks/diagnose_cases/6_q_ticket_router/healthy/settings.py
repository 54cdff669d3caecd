from dataclasses import dataclass


@dataclass
class Settings:
    seed: int = 3
    n_tickets: int = 4000
    max_len: int = 14
    d_model: int = 32
    heads: int = 4
    layers: int = 2
    batch_size: int = 64
    epochs: int = 8
    peak_lr: float = 2e-3
    warmup_steps: int = 60
