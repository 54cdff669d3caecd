import numpy as np
import torch
from torch.utils.data import Dataset


def synthetic_spectra(count, bins=64, classes=3, seed=0):
    """Peaks at a place that depends on the class, plus noise; float32."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, classes, count)
    axis = np.arange(bins)
    centres = (labels + 1) * bins / (classes + 1)
    peaks = np.exp(-0.5 * ((axis - centres[:, None]) / 3.0) ** 2)
    return (peaks + 0.1 * rng.standard_normal((count, bins))).astype(np.float32), labels


class SpectraDataset(Dataset):
    """Spectra as rows. With `baseline`, the lowest part of every spectrum is taken off."""

    def __init__(self, spectra, labels, baseline=False, window=8):
        self.spectra = spectra
        self.labels = labels
        self.baseline = baseline
        self.window = window

    def __len__(self):
        return len(self.spectra)

    def __getitem__(self, index):
        spectrum = self.spectra[index]
        if self.baseline:
            spectrum = spectrum - self._baseline_of(spectrum)
        return torch.from_numpy(spectrum), int(self.labels[index])

    def _baseline_of(self, spectrum):
        pieces = spectrum.reshape(-1, self.window).min(axis=1)
        centres = np.arange(len(pieces)) * self.window + self.window / 2
        baseline = np.interp(np.arange(len(spectrum)), centres, pieces)
        return baseline.astype(spectrum.dtype)
