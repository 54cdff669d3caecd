"""Images of ten classes: a smooth pattern each, moved, of varying contrast, under noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CLASSES, MOST_MOVE = 10, 3
Images = NDArray[np.uint8]
Labels = NDArray[np.uint8]


def draw(count: int, size: int, channels: int, noise: float, seed: int) -> tuple[Images, Labels]:
    """`noise`: its spread beside that of the pattern."""
    patterns = _patterns(size, channels)
    random = np.random.default_rng(seed)
    labels = random.integers(0, CLASSES, count)
    moves = random.integers(-MOST_MOVE, MOST_MOVE + 1, (count, 2))
    clean = np.stack(
        [np.roll(patterns[k], tuple(move), (0, 1)) for k, move in zip(labels, moves, strict=True)]
    )
    contrast = random.uniform(0.5, 1.0, (count, 1, 1, 1))
    drawn = contrast * clean + noise * random.normal(size=clean.shape)
    return np.clip(128 + 60 * drawn, 0, 255).astype("uint8"), labels.astype("uint8")


def _patterns(size: int, channels: int) -> NDArray[np.float64]:
    """The same for every call: waves of low frequency, of spread one."""
    random = np.random.default_rng(0)
    axis = np.arange(size) / size
    total = np.zeros((CLASSES, size, size, channels))
    for _ in range(4):
        across, down = random.integers(1, 5, (2, CLASSES, 1, 1, channels))
        phase = random.uniform(0, 2 * np.pi, (CLASSES, 1, 1, channels))
        where = across * axis[None, None, :, None] + down * axis[None, :, None, None]
        total += np.sin(2 * np.pi * where + phase)
    return total / total.std(axis=(1, 2, 3), keepdims=True)
