"""How much lies below folders that code inside has filled, however it arranged it."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

BLOCK = 512
LONGEST_PATH = 600
"""A path is followed up to here, then from a descriptor on: systems refuse longer ones (macOS 1,024
bytes, Linux 4,096)."""
MOST_DESCRIPTORS = 64
"""Folders nested deeper than these reach, some 38,000 bytes of path, are not measured."""
ON_WINDOWS = sys.platform == "win32"
_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_CLOSED = (errno.EACCES, errno.EPERM)


@dataclass(slots=True)
class DiskUse:
    bytes: int = 0
    is_complete: bool = True
    """False where something could not be measured: it may hold anything."""

    def passes(self, most: int) -> bool:
        return self.bytes > most or not self.is_complete


def disk_use(folders: Sequence[str]) -> DiskUse:
    """What the files below take on disk, whatever size they claim; links are not followed."""
    use = DiskUse()
    for folder in folders:
        _add(use, os.path.realpath(folder), None, MOST_DESCRIPTORS)
    return use


def _add(use: DiskUse, start: str, above: int | None, descriptors: int) -> None:
    waiting = [start]
    while waiting:
        path = waiting.pop()
        try:
            here = path if ON_WINDOWS else os.open(path, _FLAGS, dir_fd=above)
        except OSError as error:
            _note(use, error, path, above)
            continue
        try:
            names = _count(use, here)
            if isinstance(here, str) or len(path) < LONGEST_PATH:
                waiting += [f"{path}{os.sep}{name}" for name in names]
            elif descriptors > 1:
                for name in names:
                    _add(use, name, here, descriptors - 1)
            elif names:
                use.is_complete = False
        finally:
            if not isinstance(here, str):
                os.close(here)


def _count(use: DiskUse, folder: int | str) -> list[str]:
    """The names of the folders in it."""
    names = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    status = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                use.bytes += getattr(status, "st_blocks", -(-status.st_size // BLOCK)) * BLOCK
                if entry.is_dir(follow_symlinks=False):
                    names.append(entry.name)
    except OSError as error:
        _note(use, error, folder, None)
    return names


def _note(use: DiskUse, error: OSError, path: int | str, above: int | None) -> None:
    """What is gone meanwhile counts nothing, nor what another user has closed to us."""
    if error.errno in _GONE or (error.errno in _CLOSED and not _is_ours(path, above)):
        return
    use.is_complete = False


def _is_ours(path: int | str, above: int | None) -> bool:
    try:
        status = os.fstat(path) if isinstance(path, int) else os.lstat(path, dir_fd=above)
    except OSError:
        return False
    return ON_WINDOWS or status.st_uid == os.geteuid()
