import torch
from torch.utils.data import Dataset


class LoadWindows(Dataset):
    """Windows of the load of a grid, each relative to its own mean.

    A sample is (past, future, level): `window` hours, the `horizon` hours that follow, both minus
    the mean of the past, and that mean, to get back to megawatts.
    """

    def __init__(self, load, window=24, horizon=6):
        if len(load) < window + horizon:
            raise ValueError(f"{len(load)} hours are too few for {window} + {horizon}")
        self.load = torch.as_tensor(load, dtype=torch.float32)
        self.window = window
        self.horizon = horizon

    def __len__(self):
        return len(self.load) - self.window - self.horizon + 1

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        middle = index + self.window
        past = self.load[index:middle]
        future = self.load[middle : middle + self.horizon]
        level = past.mean()
        past -= level
        future = future - level
        return past, future, level
