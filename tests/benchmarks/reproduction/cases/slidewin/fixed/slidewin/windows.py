from torch.utils.data import Dataset


class SlidingWindows(Dataset):
    """Pairs of (history, future) out of one long series, `stride` steps apart."""

    def __init__(self, series, history, horizon=1, stride=1):
        if history + horizon > len(series):
            raise ValueError(f"a series of {len(series)} is too short for {history} + {horizon}")
        self.series = series
        self.history = history
        self.horizon = horizon
        self.stride = stride

    def __len__(self):
        return (len(self.series) - self.history - self.horizon) // self.stride + 1

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        start = index * self.stride
        middle = start + self.history
        return self.series[start:middle], self.series[middle : middle + self.horizon]
