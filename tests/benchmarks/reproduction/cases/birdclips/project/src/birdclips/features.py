"""From waveforms to what the network looks at."""

import torch


def band_edges(bins, bands):
    """Edges of bands that get wider towards high frequencies."""
    steps = torch.linspace(0.0, 1.0, bands + 1) ** 1.5
    edges = (steps * (bins - bands)).long() + torch.arange(bands + 1)
    return edges.tolist()


class LogBands(torch.nn.Module):
    """Energy in a few bands, in decibels, one column a frame; standardised for each clip."""

    def __init__(self, frame=256, hop=128, bands=20):
        super().__init__()
        self.frame = frame
        self.hop = hop
        self.edges = band_edges(frame // 2 + 1, bands)
        self.register_buffer("window", torch.hann_window(frame))

    def forward(self, waves):
        spectrum = torch.stft(
            waves, self.frame, self.hop, window=self.window, return_complex=True, center=False
        )
        power = spectrum.abs() ** 2
        parts = zip(self.edges, self.edges[1:])
        bands = torch.stack([power[:, low:high].mean(dim=1) for low, high in parts], dim=1)
        level = 10.0 * torch.log10(bands + 1e-10)
        return standardise(level)


def standardise(level):
    """Zero mean and unit spread over a whole clip: recorders differ in gain."""
    mean = level.mean(dim=(1, 2), keepdim=True)
    spread = level.std(dim=(1, 2), keepdim=True)
    return (level - mean) / spread
