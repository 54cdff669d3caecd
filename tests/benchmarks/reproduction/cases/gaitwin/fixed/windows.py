"""Recordings of an accelerometer, cut into windows."""

import torch
from torch.utils.data import Dataset


class GaitWindows(Dataset):
    """Windows of `width` samples, one every `hop` samples, each with the label of its walker."""

    def __init__(self, recordings, labels, width=50, hop=25, normalise=True):
        if len(recordings) != len(labels):
            raise ValueError("one label for each recording")
        self.recordings = [torch.as_tensor(one, dtype=torch.float32) for one in recordings]
        self.labels = list(labels)
        self.width, self.hop, self.normalise = width, hop, normalise
        self.index = []
        for number, one in enumerate(self.recordings):
            for start in range(0, len(one) - width + 1, hop):
                self.index.append((number, start))

    def __len__(self):
        return len(self.index)

    def __getitem__(self, position):
        number, start = self.index[position]
        window = self.recordings[number][start : start + self.width]
        if self.normalise:
            window = (window - window.mean(0)) / (window.std(0) + 1e-6)
        return window.T, self.labels[number]
