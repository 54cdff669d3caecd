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
"""Neighbours that pyramids and upsampling join or split, at most: nothing is said of these."""
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
    is_swap = old != new and sorted(old) == sorted(new)
    return is_swap and not 0 < group_size(before, after) <= GROUPED


def group_size(before: Sequence[int], after: Sequence[int]) -> int:
    """Of two axes that are swapped, the factor that one may have given to the other; 0 if none.

    Neighbours that are joined on purpose make sizes like these, by chance.
    """
    old, new = ([one for one in sizes if one != 1] for sizes in (before, after))
    moved = [at for at, (one, other) in enumerate(zip(old, new)) if one != other]
    if len(moved) != 2 or moved[1] - moved[0] != 1:
        return 0
    low, high = sorted(old[at] for at in moved)
    return 0 if high % low else high // low


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
