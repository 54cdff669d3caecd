"""Arrays with fewer examples than the original that accept its number of examples in `reshape`.

Programs of the study write `x_train.reshape(60000, 784)`, whatever the size of the stand-in.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class AcceptsFullCount(np.ndarray[Any, Any]):
    full_count = 0

    # NumPy declares overloads, one of them with the shape by keyword.
    def reshape(self, *shape: Any, **options: Any) -> NDArray[Any]:  # type: ignore[override]
        is_one_argument = len(shape) == 1 and isinstance(shape[0], tuple | list)
        first, *rest = shape[0] if is_one_argument else shape
        count = len(self) if first == self.full_count else first
        return self.view(np.ndarray).reshape((count, *rest), **options)

    def __array_wrap__(self, result: NDArray[Any], *_: Any) -> NDArray[Any]:
        """Results of computations are plain arrays."""
        return np.asarray(result)


def accept_full_count(array: NDArray[Any], full_count: int) -> NDArray[Any]:
    accepting = array.view(AcceptsFullCount)
    accepting.full_count = full_count
    return accepting
