from torch.utils.data import Dataset


class Scaled(Dataset):
    """Another dataset of pairs, by its mean and deviation."""

    def __init__(self, dataset, mean, std):
        self.dataset = dataset
        self.mean = mean
        self.std = std

    def __len__(self):
        return len(self.dataset)

    def __getitem__(self, index):
        return tuple((part - self.mean) / self.std for part in self.dataset[index])
