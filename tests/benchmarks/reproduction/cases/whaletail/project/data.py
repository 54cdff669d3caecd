"""Fluke patterns: a class centre with a bit of noise for each photograph."""

import torch
from torch.utils.data import Dataset

PATTERN = 16


class Flukes(Dataset):
    def __init__(self, whales=8, photographs=4, copies=0, seed=0):
        generator = torch.Generator().manual_seed(seed)
        centres = torch.randn(whales, PATTERN, generator=generator)
        self.labels = torch.arange(whales).repeat_interleave(photographs)
        noise = torch.randn(len(self.labels), PATTERN, generator=generator)
        self.patterns = centres[self.labels] + 0.3 * noise
        if copies:
            self.patterns = torch.cat([self.patterns, self.patterns[:copies]])
            self.labels = torch.cat([self.labels, self.labels[:copies]])

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.patterns[index], self.labels[index]
