from dataclasses import dataclass


@dataclass
class FitConfig:
    """How to fit. `loss` is one of "mse", "mae", "logcosh"."""

    loss: str = "logcosh"
    epochs: int = 20
    batch_size: int = 32
    lr: float = 3e-3
    hidden: int = 32
    districts: int = 8
    seed: int = 0
