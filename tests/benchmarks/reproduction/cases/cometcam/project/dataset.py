import torch
from torch.utils.data import Dataset


class CometDataset(Dataset):
    """Calibrated frames, flipped at random for training."""

    def __init__(self, frames, labels, dark, scale=50.0, augment=False, seed=0):
        self.frames = torch.from_numpy(frames)
        self.labels = torch.as_tensor(labels)
        self.dark = torch.from_numpy(dark)
        self.scale = scale
        self.augment = augment
        self.generator = torch.Generator().manual_seed(seed)

    def __len__(self):
        return len(self.frames)

    def calibrate(self, frame):
        frame -= self.dark
        return frame.clamp(min=0) / self.scale

    def __getitem__(self, index):
        frame = self.calibrate(self.frames[index])
        if self.augment and torch.rand((), generator=self.generator) < 0.5:
            frame = frame.flip(-1)
        return frame[None], self.labels[index]
