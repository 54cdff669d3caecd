"""How often Python looks for garbage."""

from __future__ import annotations

import gc

THRESHOLDS = (100_000, 20, 50)


def collect_seldom() -> None:
    """Analysis makes many objects that all live until a file is done: looking for garbage among
    them at Python's usual pace finds none and takes a third of the time."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
