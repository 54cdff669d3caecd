import torch
from torch.utils.data import Dataset


class MothPhotos(Dataset):
    """Noise with a species-coloured spot, in place of the photos from the light trap."""

    def __init__(self, count=240, species=6, size=32, seed=0):
        generator = torch.Generator().manual_seed(seed)
        self.labels = torch.randint(0, species, (count,), generator=generator)
        self.images = 0.3 * torch.randn(count, 3, size, size, generator=generator)
        colours = torch.randn(species, 3, generator=torch.Generator().manual_seed(99))
        for image, label in zip(self.images, self.labels):
            image[:, 8:24, 8:24] += colours[label].view(3, 1, 1)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.images[index], self.labels[index]
