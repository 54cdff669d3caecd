"""Reshapes that change the order of the sizes: meant to swap axes, they only regroup memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

from ..places import Places
from .operations import Line

GROUPED = 4
"""Neighbours that a pyramid or an upsampling joins or splits, at most: as many times as long as the
other axis, a size that moves may as well be theirs."""
FRAMEWORK = tuple(
    os.path.join(*parts)
    for parts in (("torch", "overrides.py"), ("keras", "src", "ops"), ("keras", "src", "backend"))
)
"""What stands between a call of the script and the function of PyTorch."""
OF_KERAS = (
    (os.path.join("keras", "src", "layers", "reshaping", "reshape.py"), "call"),
    (os.path.join("keras", "src", "ops", "numpy.py"), "call"),
)
"""The layer, and the function where it was put into a model: their calls are not the script's."""


def swaps_axes(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether the sizes of an example are the same ones in another order."""
    if len(before) < 3 or not len(after) or before[0] != after[0]:
        return False  # examples that are mixed are found in another way
    old, new = ([one for one in sizes[1:] if one != 1] for sizes in (before, after))
    return old != new and sorted(old) == sorted(new) and not _may_group(old, new)


def _may_group(old: list[int], new: list[int]) -> bool:
    """Two neighbouring axes of which one gives a small factor to the other."""
    moved = [at for at, (one, other) in enumerate(zip(old, new)) if one != other]
    if len(moved) != 2 or moved[1] - moved[0] != 1:
        return False
    low, high = sorted(old[at] for at in moved)
    return high % low == 0 and high // low <= GROUPED


def asked_by(places: Places) -> tuple[Line | None, Any] | None:
    """The line of the script, or else the part of a model of Keras, that a reshape comes from.

    None where it is of a library, which will know what it does.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        file = places.in_project(path)
        if file is not None:
            return {"file": file, "line": frame.f_lineno}, None
        if any(path.endswith(end) and name == called for end, called in OF_KERAS):
            return None, frame.f_locals.get("self")
        if not places.is_ours(path) and not any(part in path for part in FRAMEWORK):
            return None
        frame = frame.f_back
    return None
