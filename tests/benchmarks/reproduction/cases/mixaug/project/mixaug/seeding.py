import numpy as np
import torch


def seed_everything(seed: int) -> None:
    """After this, two runs are the same."""
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)
