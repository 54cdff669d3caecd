import torch
from torch.utils.data import DataLoader, TensorDataset


def spectrograms(samples=96, mels=20, frames=25, keywords=4, seed=0):
    """Noise with a bump at a height that depends on the keyword."""
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, keywords, (samples,), generator=generator)
    features = 0.3 * torch.randn(samples, mels, frames, generator=generator)
    for row, label in enumerate(labels.tolist()):
        start = label * (mels // keywords)
        features[row, start : start + 3] += 1.0
    return TensorDataset(features, labels)


def loaders(batch_size=16, seed=0):
    train = DataLoader(spectrograms(seed=seed), batch_size=batch_size)
    held_out = DataLoader(spectrograms(32, seed=seed + 1), batch_size=batch_size)
    return train, held_out
