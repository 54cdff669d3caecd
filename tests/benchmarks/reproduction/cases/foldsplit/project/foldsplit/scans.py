import torch
from torch.utils.data import Dataset


class Scans(Dataset):
    """Several scans a patient; those of one patient look much alike."""

    def __init__(self, patients=30, scans=6, features=24, seed=0):
        generator = torch.Generator().manual_seed(seed)
        count = patients * scans
        self.patients = [f"p{number // scans:03}" for number in range(count)]
        looks = torch.randn(patients, features, generator=generator)
        sick = torch.randint(0, 2, (patients,), generator=generator)
        noise = 0.2 * torch.randn(count, features, generator=generator)
        self.features = looks.repeat_interleave(scans, dim=0) + noise
        self.labels = sick.repeat_interleave(scans)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, index):
        return self.features[index], self.labels[index]
