from dataclasses import dataclass


@dataclass
class Options:
    batch_size: int = 16
    accumulate: int = 1
    """Batches whose gradients are summed before the weights are changed."""
    epochs: int = 10
    lr: float = 0.05
    momentum: float = 0.9
    seed: int = 0
