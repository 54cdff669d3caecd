"""Windows of a long record of the gauge."""

import torch


def level_windows(record, hours=48, horizon=6):
    """Pairs of a window and what came after it, from a record of shape (time, sensors)."""
    inputs, targets = [], []
    for start in range(0, len(record) - hours - horizon + 1, horizon):
        inputs.append(record[start : start + hours])
        targets.append(record[start + hours : start + hours + horizon, 0])
    return torch.stack(inputs), torch.stack(targets)


def standardised(record):
    return (record - record.mean(dim=0)) / record.std(dim=0).clamp_min(1e-6)
