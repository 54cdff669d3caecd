"""Frames of a small telescope, made up: stars, a comet in half of them, and the dark current."""

import numpy as np

SIZE = 24


def record(count=40, seed=0):
    """Frames (count, SIZE, SIZE), whether there is a comet, and the dark frame."""
    rng = np.random.default_rng(seed)
    dark = rng.normal(20, 2, (SIZE, SIZE)).astype(np.float32)
    frames = rng.normal(5, 1, (count, SIZE, SIZE)).astype(np.float32) + dark
    labels = rng.integers(0, 2, count)
    for frame, label in zip(frames, labels):
        y, x = rng.integers(4, SIZE - 8, 2)
        frame[y, x] += 60
        if label:
            for step in range(6):
                frame[y + step // 2, x + step] += 40 - 6 * step
    return frames, labels, dark
