import torch


def pinball(pred, target, q):
    """Quantile loss of one head."""
    err = target - pred
    return torch.maximum(q * err, (q - 1) * err).mean()
