"""Tests that take minutes run when they are asked for, not with all others."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest


def is_left_out(
    path: Path, config: pytest.Config, here: Path, long_ones: Iterable[Path], variable: str
) -> bool | None:
    """For `pytest_ignore_collect`: true for the long ones, unless the variable is 1 or a path in
    their folder was named."""
    if os.environ.get(variable) == "1" or not path.is_relative_to(here):
        return None
    named = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    if any(one.is_relative_to(here) for one in named):
        return None
    return True if path in tuple(long_ones) else None
