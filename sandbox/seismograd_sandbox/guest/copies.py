"""How well a copy of the input would do as an answer: "tomorrow is like today"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MOST_ELEMENTS = 1 << 20
"""Of one batch that are compared; of larger ones, every n-th example. About two milliseconds."""
MOST_SERIES = 16
"""Of a window: a single target may be the next value of any of them."""


class CopyErrors:
    """Of inputs that are as large as their targets, and of the last values of windows."""

    def __init__(self) -> None:
        self._sums: dict[str, list[float]] = {}

    def add(self, numpy: Any, inputs: Any, targets: Any) -> None:
        if not _can_be_compared(inputs, targets):
            return
        distance = -(-max(inputs.size, targets.size) // MOST_ELEMENTS)
        for name, copy, target in _copies(_plain(inputs[::distance]), _plain(targets[::distance])):
            distances = numpy.abs(copy - target)
            sums = distances.sum(dtype="float64"), (distances**2).sum(dtype="float64")
            known = self._sums.setdefault(name, [0.0, 0.0, 0.0])
            for at, size in enumerate((distances.size, *sums)):
                known[at] += float(size)

    def fields(self) -> dict[str, Any]:
        """Of the copy that comes nearest."""
        most = max((count for count, _, _ in self._sums.values()), default=0.0)
        whole = [sums for count, *sums in self._sums.values() if count == most]
        if not whole:
            return {}
        absolute, squared = (total / most for total in min(whole, key=lambda sums: sums[1]))
        return {"copied": {"squared": squared, "absolute": absolute}}


def _can_be_compared(inputs: Any, targets: Any) -> bool:
    both = (inputs, targets)
    are_numbers = all(one is not None and one.dtype.kind == "f" for one in both)
    have_examples = are_numbers and all(one.ndim and one.size for one in both)
    return have_examples and len(inputs) == len(targets)


def _plain(array: Any) -> Any:
    """Without axes of one element, other than the first."""
    return array.reshape(len(array), *(size for size in array.shape[1:] if size > 1))


def _copies(inputs: Any, targets: Any) -> Iterator[tuple[str, Any, Any]]:
    """Possible copies by name, and what each is compared with."""
    if inputs.shape == targets.shape:
        yield "same", inputs, targets
    elif inputs.ndim == 2 and targets.ndim <= 2:
        yield "last", inputs[:, -1:], targets.reshape(len(targets), -1)
    elif inputs.ndim == 3:
        yield from _last_of_series("steps first", inputs[:, -1, :], targets)
        yield from _last_of_series("series first", inputs[:, :, -1], targets)


def _last_of_series(name: str, last: Any, targets: Any) -> Iterator[tuple[str, Any, Any]]:
    """Of windows of several series; the target is one of them, or the next step or steps of all."""
    if targets.ndim == 1:
        for at in range(min(last.shape[1], MOST_SERIES)):
            yield f"{name} {at}", last[:, at], targets
    elif targets.shape == last.shape:
        yield name, last, targets
    elif targets.ndim == 3 and targets.shape[2] == last.shape[1]:
        yield name, last[:, None, :], targets
