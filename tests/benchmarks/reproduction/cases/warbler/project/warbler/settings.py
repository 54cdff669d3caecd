from dataclasses import dataclass


@dataclass
class Settings:
    species: int = 6
    clips: int = 120
    bands: int = 16
    frames: int = 20
    validation_share: float = 0.25
    batch_size: int = 16
    epochs: int = 3
    learning_rate: float = 1e-3
    seed: int = 7
