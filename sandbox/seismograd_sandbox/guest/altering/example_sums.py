"""A number for each example of a batch, by which it is known again."""

from __future__ import annotations

import zlib
from typing import Any


def example_sums(tensors: list[Any]) -> list[int]:
    """Made of all that an example is."""
    count = int(tensors[0].shape[0])
    sums = [0] * count
    for tensor in tensors:
        if int(tensor.shape[0]) == count:
            rows = tensor.detach().cpu().reshape(count, -1).numpy()
            sums = [zlib.crc32(row.tobytes(), known) for row, known in zip(rows, sums)]
    return sums
