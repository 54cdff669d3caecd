import torch
from torch.utils.data import Dataset


class MineralDataset(Dataset):
    def __init__(self, samples):
        self.samples = samples
        self.classes = list({name for _, name in samples})
        self.class_to_index = {name: index for index, name in enumerate(self.classes)}

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        measurements, name = self.samples[index]
        return torch.tensor(measurements), self.class_to_index[name]
