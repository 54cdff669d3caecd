import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Options:
    widths: tuple = (32, 16)
    activation: str = "relu"
    dropout: float = 0.1
    l2: float = 0.0
    """Weight of the squared kernels in the loss."""
    lr: float = 3e-3
    epochs: int = 5

    @classmethod
    def read(cls, path):
        return cls(**json.loads(Path(path).read_text()))
