"""In the place of MNIST: one channel, few noise, dark background."""

from __future__ import annotations

import study_datasets
from study_images import Images, Labels, draw

SIZE, NOISE = 28, 0.5


def load_data() -> tuple[tuple[Images, Labels], tuple[Images, Labels]]:
    return _part(study_datasets.examples, 1), _part(study_datasets.examples // 4, 2)


def _part(count: int, seed: int) -> tuple[Images, Labels]:
    images, labels = draw(count, SIZE, 1, NOISE, seed)
    return images[..., 0], labels
