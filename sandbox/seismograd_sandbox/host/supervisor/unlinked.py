"""Files without a name that a process keeps open: they fill a disk, and no folder shows them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress

BLOCK = 512


def unlinked_bytes(pids: Sequence[int], folders: Sequence[str]) -> int:
    """What such files of processes take on the disks that the folders are on."""
    disks = set(map(_disk, folders))
    sizes = {
        (status.st_dev, status.st_ino): status.st_blocks * BLOCK
        for pid in pids
        for status in _open_files(pid)
        if status.st_nlink == 0 and stat.S_ISREG(status.st_mode) and status.st_dev in disks
    }
    return sum(sizes.values())


def _open_files(pid: int) -> Iterator[os.stat_result]:
    with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
        for entry in entries:
            with suppress(OSError):
                yield os.stat(entry.path)


def _disk(folder: str) -> int:
    with suppress(OSError):
        return os.stat(folder).st_dev
    return -1
