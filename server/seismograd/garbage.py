"""How often Python looks for garbage."""

from __future__ import annotations

import gc

IN_AN_EDITOR = 100_000
IN_A_BATCH = 500_000
"""What was read of a file is taken apart once it is checked: little is left to find."""


def collect_seldom(allocations: int) -> None:
    """Analysis makes many objects that all live until a file is done: looking for garbage among
    them at Python's usual pace finds none and takes a third of the time."""
    gc.freeze()
    gc.set_threshold(allocations, 20, 50)
