"""Folders that code inside has filled are removed, however it left them."""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

MOST_ROUNDS = 3


def remove_tree(folder: Path) -> None:
    """Remove a folder whatever its permissions are."""
    for _ in range(MOST_ROUNDS):
        shutil.rmtree(folder, onerror=_open_up)
        if not folder.exists():
            return


def _open_up(function: object, path: str, _error: object) -> None:
    for place in (os.path.dirname(path), path):
        with suppress(OSError):
            if not os.path.islink(place):
                os.chmod(place, stat.S_IRWXU)
