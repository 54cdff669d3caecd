"""Triangular mel filters."""

import numpy as np


def hertz_to_mel(hertz):
    return 2595.0 * np.log10(1.0 + hertz / 700.0)


def mel_to_hertz(mel):
    return 700.0 * (10.0 ** (mel / 2595.0) - 1.0)


def mel_filters(bands, bins, rate):
    """A matrix (bands, bins); each row sums to about one."""
    top = hertz_to_mel(rate / 2)
    corners = mel_to_hertz(np.linspace(0.0, top, bands + 2))
    frequencies = np.linspace(0.0, rate / 2, bins)
    filters = np.zeros((bands, bins))
    for band in range(bands):
        low, mid, high = corners[band : band + 3]
        rising = (frequencies - low) / (mid - low)
        falling = (high - frequencies) / (high - mid)
        filters[band] = np.clip(np.minimum(rising, falling), 0.0, None)
    return filters / np.maximum(filters.sum(axis=1, keepdims=True), 1e-8)
