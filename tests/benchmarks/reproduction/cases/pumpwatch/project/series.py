"""Hourly pressure at a pumping station."""

import numpy as np


def make_pressure(hours: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    hour = np.arange(hours)
    pressure = 4 + np.sin(2 * np.pi * hour / 24) + 0.3 * np.sin(2 * np.pi * hour / 168)
    return (pressure + 0.1 * rng.standard_normal(hours)).astype(np.float32)


def calendar_features(hours: int) -> np.ndarray:
    """Sine and cosine of the hour of the day and of the week, (hours, 4)."""
    hour = np.arange(hours)
    waves = []
    for period in (24, 168):
        waves += [np.sin(2 * np.pi * hour / period), np.cos(2 * np.pi * hour / period)]
    return np.stack(waves, axis=1)
