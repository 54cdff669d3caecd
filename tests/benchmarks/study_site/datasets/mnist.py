"""In the place of MNIST: one channel, few noise, dark background."""

from __future__ import annotations

import study_datasets
from study_full_counts import accept_full_count
from study_images import Images, Labels, draw

SIZE, NOISE = 28, 0.5
FULL_COUNTS = 60_000, 10_000
"""Examples of the original, for training and for tests."""


def load_data() -> tuple[tuple[Images, Labels], tuple[Images, Labels]]:
    train, test = FULL_COUNTS
    count = study_datasets.examples
    return _part(count, 1, full_count=train), _part(count // 4, 2, full_count=test)


def _part(count: int, seed: int, full_count: int) -> tuple[Images, Labels]:
    images, labels = draw(count, SIZE, 1, NOISE, seed)
    return accept_full_count(images[..., 0], full_count), labels
