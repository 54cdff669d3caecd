from dataclasses import dataclass


@dataclass
class Settings:
    n_items: int = 60
    n_styles: int = 6
    session_len: int = 10
    n_sessions: int = 3000
    dim: int = 32
    heads: int = 4
    epochs: int = 8
    batch_size: int = 50
    optimizer: str = "sgd"
    lr: float = 1e-3
    seed: int = 8
