import random

import torch
from torch.utils.data import Dataset, Subset

from warbler.settings import Settings


class Clips(Dataset):
    """Spectrograms of calls; each species has a band of its own."""

    def __init__(self, settings: Settings):
        generator = torch.Generator().manual_seed(settings.seed)
        self.species = torch.arange(settings.clips) % settings.species
        self.spectrograms = torch.rand(
            settings.clips, settings.bands, settings.frames, generator=generator
        )
        for number, one in enumerate(self.species):
            self.spectrograms[number, 2 * int(one)] += 1.0

    def __len__(self):
        return len(self.species)

    def __getitem__(self, index):
        return self.spectrograms[index], self.species[index]


def split_clips(clips: Dataset, validation_share: float = 0.25) -> tuple[Subset, Subset]:
    """A training set and a validation set, drawn at random."""
    count = round(len(clips) * validation_share)
    validation = random.sample(range(len(clips)), count)
    training = random.sample(range(len(clips)), len(clips) - count)
    return Subset(clips, training), Subset(clips, validation)
