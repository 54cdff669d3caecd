"""Folders that code inside has filled are removed, however it left them."""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

MOST_ROUNDS = 3


def remove_tree(folder: Path) -> None:
    """Remove a folder whatever its permissions are, and however deep it is."""
    for _ in range(MOST_ROUNDS):
        with suppress(RecursionError):
            shutil.rmtree(folder, onerror=_open_up)
        if not folder.exists():
            return
        # Perhaps too deep: for Python's stack, or for the number of folders that may be open.
        _flatten(folder)


def _flatten(top: Path) -> None:
    """Move every folder below the top right into it, so that none lies in another."""
    waiting = _folders(str(top))
    moved = 0
    while waiting:
        folder = waiting.pop()
        with suppress(OSError):
            os.chmod(folder, stat.S_IRWXU)
        for entry in _folders(folder):
            moved += 1
            place = os.path.join(top, f".seismograd-removed-{moved}")
            with suppress(OSError):
                os.rename(entry, place)
                waiting.append(place)


def _folders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _open_up(function: object, path: str, _error: object) -> None:
    for place in (os.path.dirname(path), path):
        with suppress(OSError):
            if not os.path.islink(place):
                os.chmod(place, stat.S_IRWXU)
