"""Folders that somebody else empties."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path


def wait_until_empty(folder: Path, limit_s: float = 40.0) -> None:
    deadline = time.monotonic() + limit_s
    while left := _names(folder):
        assert time.monotonic() < deadline, f"{left} are still there"
        time.sleep(0.02)


def _names(folder: Path) -> list[str]:
    with suppress(FileNotFoundError):
        return os.listdir(folder)
    return []
