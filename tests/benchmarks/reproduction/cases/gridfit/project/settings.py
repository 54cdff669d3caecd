from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    points: int = 200
    hidden: int = 32
    lr: float = 0.01
    steps: int = 100
    max_norm: float = 0.0
    """Gradients are clipped to this norm; 0 switches clipping off."""
    seed: int = 0
