"""What can be tuned."""

from dataclasses import dataclass


@dataclass
class Config:
    classes: int = 10
    batch_size: int = 128
    learning_rate: float = 0.5
    dropout: float = 0.95
    epochs: int = 20
