"""Whether a target tells left from right, or up from down: it has to change in the mirror then."""

from __future__ import annotations

from typing import Any

FEWEST = 64
"""Examples."""
PATCHES = 4
"""Along each axis: the part of a picture that changes its sign in the mirror, in a few numbers."""
MOST_NUMBERS = 16
"""Of a target."""
RIDGE = 0.05
"""Of the mean size of the features: they are much alike in neighbouring patches."""
AXES = {"width": 2, "height": 1}


def sidedness(numpy: Any, grids: Any, targets: Any) -> dict[str, float]:
    """By axis, the part of the variance of a target that the odd part of its picture foretells.

    By a straight line, for examples that were left out: it is below zero where there is nothing.
    """
    if len(grids) < FEWEST or min(grids.shape[1:3]) < 2 * PATCHES:
        return {}
    targets = targets.reshape(len(targets), -1)[:, :MOST_NUMBERS].astype("float64")
    found = {
        name: _foretold(numpy, _odd(numpy, grids, axis), targets) for name, axis in AXES.items()
    }
    return {name: round(share, 3) for name, share in found.items() if share is not None}


def _odd(numpy: Any, grids: Any, axis: int) -> Any:
    """The sum of patches of one half, less that of their mirrors."""
    plain = grids.mean(axis=3, dtype="float64")
    half = numpy.moveaxis(plain - numpy.flip(plain, axis), axis, 1)[:, : plain.shape[axis] // 2]
    parts = [
        patch.mean(axis=(1, 2))
        for row in numpy.array_split(half, PATCHES, axis=1)
        for patch in numpy.array_split(row, PATCHES, axis=2)
    ]
    return numpy.stack(parts, axis=1)


def _foretold(numpy: Any, features: Any, targets: Any) -> float | None:
    features = features - features.mean(axis=0)
    targets = targets - targets.mean(axis=0)
    size = float((features**2).sum(axis=0).mean())
    spread = (targets**2).sum(axis=0)
    if not size > 0 or not (spread > 0).any() or not numpy.isfinite(spread).all():
        return None
    square = features.T @ features + RIDGE * size * numpy.eye(features.shape[1])
    hat = features @ numpy.linalg.solve(square, features.T)
    left_out = (targets - hat @ targets) / (1 - numpy.diag(hat) - 1 / len(hat))[:, None]
    there = spread > 0
    return float((1 - (left_out**2).sum(axis=0)[there] / spread[there]).max())
