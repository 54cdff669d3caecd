"""From a waveform to log-mel features."""

import torch
from torch import nn

from keyspot.filters import mel_filters


class Frontend(nn.Module):
    def __init__(self, bands=20, window=256, hop=128, rate=8000, dither=0.0):
        super().__init__()
        self.window = window
        self.hop = hop
        self.dither = dither
        filters = mel_filters(bands, window // 2 + 1, rate)
        self.register_buffer("filters", torch.tensor(filters, dtype=torch.float32))
        self.register_buffer("taper", torch.hann_window(window))

    def forward(self, waves):
        """Waves (batch, samples) to features (batch, bands, frames)."""
        if self.dither:
            noise = torch.randn(waves.shape, dtype=torch.float64)
            waves = waves + self.dither * noise
        spectrum = torch.stft(
            waves, self.window, self.hop, window=self.taper, center=True, return_complex=True
        )
        power = spectrum.abs() ** 2
        return torch.log(self.filters @ power + 1e-6)
