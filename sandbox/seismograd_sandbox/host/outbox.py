"""The folder that a run hands files over in, after the run had it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o700
SPECIAL = stat.S_ISUID | stat.S_ISGID


def make_private(outbox: Path) -> None:
    """Close it to other users, and remove set-user-id and set-group-id bits in it."""
    if os.name != "posix":
        return
    with suppress(OSError):
        if stat.S_ISDIR(os.lstat(outbox).st_mode):
            os.chmod(outbox, PRIVATE)
            for path, mode in _files(outbox):
                if mode & SPECIAL:
                    os.chmod(path, stat.S_IMODE(mode) & ~SPECIAL)


def _files(outbox: Path) -> Iterator[tuple[str, int]]:
    """Regular files, with their modes. Nothing of the run is left that could put links there."""
    waiting = [os.fspath(outbox)]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    yield entry.path, entry.stat(follow_symlinks=False).st_mode
