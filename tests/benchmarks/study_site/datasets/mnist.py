"""In the place of MNIST: one channel, few noise, dark background."""

from __future__ import annotations

import study_datasets
from study_images import Images, Labels, draw, stand_in

SIZE, NOISE = 28, 0.5
IN_FULL = 60_000, 10_000
"""Examples of the original."""


def load_data() -> tuple[tuple[Images, Labels], tuple[Images, Labels]]:
    whole, for_tests = IN_FULL
    count = study_datasets.examples
    return _part(count, 1, stands_for=whole), _part(count // 4, 2, stands_for=for_tests)


def _part(count: int, seed: int, stands_for: int) -> tuple[Images, Labels]:
    images, labels = draw(count, SIZE, 1, NOISE, seed)
    return stand_in(images[..., 0], stands_for), labels
