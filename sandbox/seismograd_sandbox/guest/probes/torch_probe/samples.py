"""Statistics of many tensors at once: a few elements of each in one matrix, reduced together.

A tensor costs one small copy, however large it is; the reductions are shared by all.
"""

from __future__ import annotations

import math
from typing import Any

WIDTHS = {"cpu": 1024}
WIDTH = 2048
"""Elements of a tensor that are looked at; fewer where looking is done by the same processor."""
CHUNK = 64
FIELDS = ("mean", "std", "min", "max", "norm", "nan", "inf", "zero", "saturated")
ANYWHERE = (-math.inf, math.inf)


class Samples:
    """Rows of samples on one device, to be measured together."""

    def __init__(self, torch: Any, device: Any, rows: int = CHUNK) -> None:
        self._torch = torch
        self._device = device
        self._chunk = rows
        self._width = WIDTHS.get(device.type, WIDTH)
        self._chunks: list[Any] = []
        self._counts: list[int] = []
        self._flat_ends: list[tuple[float, float]] = []
        self.sizes: list[int] = []

    def __len__(self) -> int:
        return len(self.sizes)

    def add(self, tensor: Any, flat_ends: tuple[float, float] = ANYWHERE) -> None:
        """Copy a sample of a tensor, which may change later.

        Elements at or beyond the flat ends count as saturated.
        """
        row = len(self.sizes)
        picked = pick(self._torch, tensor, self._width)
        count = int(picked.numel())
        self._row(row)[:count].copy_(picked)
        self._counts.append(count)
        self._flat_ends.append(flat_ends)
        self.sizes.append(int(tensor.numel()))

    def clear(self) -> None:
        """Begin anew; the memory is kept."""
        self._counts.clear()
        self._flat_ends.clear()
        self.sizes.clear()

    def measure(self) -> Any:
        """A matrix with one row a tensor and one column for each of `FIELDS`."""
        torch = self._torch
        lows, highs = zip(*self._flat_ends)
        rows = [self._counts, self.sizes, lows, highs]
        facts = torch.tensor(rows, dtype=torch.float32, device="cpu")
        counts, sizes, low, high = facts.to(self._device, non_blocking=True).unsqueeze(2)
        there = torch.arange(self._width, device=self._device) < counts
        used = self._chunks[: -(-len(self) // self._chunk)]
        matrix = (used[0] if len(used) == 1 else torch.cat(used))[: len(self)]
        return _reduce(torch, matrix, there, (counts, sizes), (low, high))

    def _row(self, row: int) -> Any:
        if row // self._chunk == len(self._chunks):
            shape = (self._chunk, self._width)
            zeros = self._torch.zeros(shape, dtype=self._torch.float32, device=self._device)
            self._chunks.append(zeros)
        return self._chunks[row // self._chunk][row % self._chunk]


def pick(torch: Any, tensor: Any, most: int) -> Any:
    """At most so many elements, spread evenly; always the same ones of tensors of one layout."""
    size = int(tensor.numel())
    # An odd distance does not fall in step with dimensions, which are mostly even.
    distance = 1 if size <= most else -(-size // most) | 1
    count = -(-size // distance)
    if _is_dense(tensor, size):
        # In another order perhaps, which does not matter here: nothing has to be copied.
        return torch.as_strided(tensor, (count,), (distance,))
    return _thinned(tensor, most).reshape(-1)[:most]


def _is_dense(tensor: Any, size: int) -> bool:
    if tensor.is_contiguous():
        return True
    extent = 1
    for length, stride in zip(tensor.shape, tensor.stride()):
        extent += (length - 1) * stride
    return extent == size


def _thinned(tensor: Any, most: int) -> Any:
    """A small part of a tensor with holes or repetitions, so that little is copied."""
    tensor = tensor.detach()
    for axis in sorted(range(tensor.dim()), key=lambda axis: -tensor.shape[axis]):
        excess = tensor.numel() // most
        if excess > 1:
            step = min(int(excess) | 1, int(tensor.shape[axis]))
            tensor = tensor[(slice(None),) * axis + (slice(None, None, step),)]
    return tensor


def _reduce(torch: Any, matrix: Any, there: Any, sizes: Any, flat_ends: Any) -> Any:
    count, size = sizes
    low, high = flat_ends
    nan, infinite = matrix.isnan() & there, matrix.isinf() & there
    finite = there & ~(nan | infinite)
    values = torch.where(finite, matrix, 0.0)
    number = finite.sum(1, keepdim=True).clamp(min=1)
    mean = values.sum(1, keepdim=True) / number
    spread = torch.where(finite, matrix - mean, 0.0)
    saturated = there & ((matrix <= low) | (matrix >= high)) & ~infinite
    columns = (
        mean,
        (spread.square().sum(1, keepdim=True) / number).sqrt(),
        torch.where(finite, matrix, math.inf).amin(1, keepdim=True),
        torch.where(finite, matrix, -math.inf).amax(1, keepdim=True),
        (values.square().sum(1, keepdim=True) / number * size).sqrt(),
        *(part.sum(1, keepdim=True) / count for part in (nan, infinite)),
        ((matrix == 0) & there).sum(1, keepdim=True) / count,
        saturated.sum(1, keepdim=True) / count,
    )
    return torch.cat(columns, dim=1)


def as_fields(values: list[float], size: int) -> dict[str, Any]:
    """One row of `measure`, as it stands in a trace."""
    fields: dict[str, Any] = {"n": size}
    for name, value in zip(FIELDS[:-1], values):
        fields[name] = rounded(value)
    if values[2] > values[3]:  # nothing finite was seen
        for name in ("mean", "std", "min", "max"):
            del fields[name]
    return fields


def rounded(value: float) -> float:
    """Five digits: samples are not more exact, and a trace holds many of them."""
    return float(f"{value:.5g}")
